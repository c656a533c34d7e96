import { describe, expect, it } from 'vitest'
import { read, targets } from './choices'
import type { View } from './view'

const view: View = {
  phase: 'move',
  turn: 0,
  dice: [3, 5],
  left: [3, 5],
  again: false,
  bonus: 0,
  winner: null,
  seats: [
    { side: 1, reos: ['2:14', 'cell', '4:8', 'cell'] },
    { side: 3, reos: ['3:0', 'e2', 'out', 'cell'] },
  ],
  guards: [],
}

describe('an action on the board', () => {
  it('leads a reo along its way', () => {
    const move = read('p3 3', 0, view)
    expect(move).toMatchObject({ kind: 'move', reos: ['0.2'], number: 3, pips: 3, up: false, to: 'e2' })
    expect(move.path).toEqual(['4 4:9', '1 e1', '1 e2'])
  })

  it('takes the gallery where it says so', () => {
    expect(read('p1 3 up', 0, view)).toMatchObject({ up: true, to: '2/3' })
    expect(read('p1 3', 0, view)).toMatchObject({ up: false, to: '2:2' })
  })

  it('keeps the escapes of two colours apart', () => {
    expect(read('p2 1', 1, view).path).toEqual(['3 e3'])
  })

  it('releases by any reo in the cell', () => {
    expect(read('out 6', 0, view)).toMatchObject({ kind: 'release', reos: ['0.1', '0.3'], to: '1:6' })
    expect(read('out 00', 1, view)).toMatchObject({ reos: ['1.3'], to: '3:0', path: ['3 3:0'] })
  })

  it("hands a guard anybody's reo", () => {
    expect(read('taken 2.1', 0, view)).toMatchObject({ kind: 'taken', reos: ['1.0'], seat: 1, number: 1, path: [] })
  })

  it('is a button alone where it is about no reo', () => {
    for (const text of ['skip', 'pass']) expect(read(text, 0, view)).toMatchObject({ kind: 'plain', reos: [], path: [] })
  })
})

describe('targets', () => {
  it('gather what ends on one square: eight by the gallery are five by the yard', () => {
    const choices = ['p1 3', 'p1 5', 'p1 8 up', 'skip'].map((text) => read(text, 0, view))
    const found = targets(choices).map(({ square, choices }) => [square, choices.map(({ text }) => text)])
    expect(found).toEqual([
      ['2 2:2', ['p1 3']],
      ['2 2:4', ['p1 5', 'p1 8 up']],
    ])
  })
})
