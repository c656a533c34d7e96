import { describe, expect, it } from 'vitest'
import { standing, turned, turnedSquare, type Square } from './places'

const square = (at: string, side: number, kind: Square['kind'], places: Square['places']): [string, Square] => [
  `${side} ${at}`,
  { at, side, kind, colour: null, number: 1, label: [10, 20], points: [[0, 0], [30, 0], [30, 60], [0, 60]], places },
]
const squares = new Map([
  square('1:5', 1, 'yard', [[[15, 30, 9]], [[15, 20, 7], [15, 40, 7]]]),
  square('1:6', 1, 'yard', [[[45, 30, 9]], [[45, 20, 7], [45, 40, 7]]]),
  square('cell', 1, 'cell', [[[1, 1, 5], [2, 1, 5], [3, 1, 5], [4, 1, 5]]]),
])
const seats = [{ side: 1, reos: [] }]

describe('a turned board', () => {
  it('brings the right side down with a quarter, the far side with two', () => {
    expect(turned([100, 50], 1, 100)).toEqual([50, 100])
    expect(turned([50, 0], 2, 100)).toEqual([50, 100])
    expect(turned([0, 50], 3, 100)).toEqual([50, 100])
    expect(turned([12, 34], 0, 100)).toEqual([12, 34])
  })

  it('turns all of a square but its radii', () => {
    const { label, points, places } = turnedSquare(squares.get('1 1:5')!, 1, 100)
    expect(label).toEqual([80, 10])
    expect(points[1]).toEqual([100, 30])
    expect(places[0]).toEqual([[70, 15, 9]])
  })
})

describe('reos', () => {
  it('share a square, and keep their beds in the cell', () => {
    const found = standing(seats, [['1:5', 'cell', '1:5', 'cell']], null, squares)
    expect(found.map(({ place }) => place)).toEqual([[15, 20, 7], [2, 1, 5], [15, 40, 7], [4, 1, 5]])
    expect(found.map(({ shares }) => shares)).toEqual([true, false, true, false])
  })

  it('do not make room for one who passes', () => {
    const found = standing(seats, [['1:6', '1:6', 'cell', 'cell']], { seat: 0, reo: 1 }, squares)
    expect(found.slice(0, 2).map(({ place }) => place)).toEqual([[45, 30, 9], [45, 30, 9]])
    expect(found.some(({ shares }) => shares)).toBe(false)
  })
})
