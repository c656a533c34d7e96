import { describe, expect, test } from 'vitest'
import { fresh, numbered, points, steps, ticked, within, worth, type Cell, type Seat, type View } from './position'

const seat = (facts: Partial<Seat> = {}): Seat => ({
  board: 1,
  path: ['d4'],
  end: null,
  left: '',
  done: false,
  scored: {},
  ...facts,
})
const view = (facts: Partial<View> = {}): View => ({
  round: 3,
  phase: 'draw',
  card: 9,
  played: [1, 11],
  reached: {},
  seats: [seat(), seat()],
  ...facts,
})

describe('a card', () => {
  test('ticks what is no longer left', () => {
    expect(ticked('RBAP', 'BP')).toEqual([['R', true], ['B', false], ['A', true], ['P', false]])
  })
  test('ticks one of two equal squares', () => {
    expect(ticked('RGBYR', 'RG').filter(([colour]) => colour === 'R')).toEqual([['R', true], ['R', false]])
  })
})

describe('what was drawn this round', () => {
  const path = ['f3', 'e4', 'd4', 'c3', 'b2']
  test('is at the head', () => expect(fresh(seat({ path, end: 'head', left: 'BP' }), 'RBAP')).toEqual([3, 5]))
  test('is at the tail', () => expect(fresh(seat({ path, end: 'tail', left: 'BAP' }), 'RBAP')).toEqual([0, 1]))
  test('is nothing yet', () => expect(path.slice(...fresh(seat({ path, left: 'RBAP' }), 'RBAP'))).toEqual([]))
})

describe('a number', () => {
  test('counts in full until somebody reached it in an earlier round', () => {
    const now = view({ reached: { 7: 2, 9: 3 } })
    expect(worth(now, seat(), 7)).toEqual({ points: 4, won: false, half: true })
    expect(worth(now, seat(), 9)).toEqual({ points: 9, won: false, half: false })
    expect(worth(now, seat(), 5)).toEqual({ points: 5, won: false, half: false })
  })
  test('counts by half alone after a higher one', () => {
    const alone = seat({ scored: { 7: 7 } })
    const now = view({ seats: [alone], reached: { 7: 1 } })
    expect(worth(now, alone, 5)?.points).toBe(3)
    expect(worth(now, alone, 9)?.points).toBe(9)
  })
  test('keeps what it brought, to the end', () => {
    const over = view({ phase: 'over' })
    expect(worth(over, seat({ scored: { 7: 4 } }), 7)).toEqual({ points: 4, won: true, half: true })
    expect(worth(over, seat(), 7)).toBeNull()
  })
  test('adds to the points', () => expect(points(seat({ scored: { 7: 4, 3: 3 } }))).toBe(7))
})

test('numbered cells come in the order of their numbers', () => {
  const cell = (name: string, number: number | null): Cell => ({ cell: name, colour: 'R', number, x: 0, y: 0 })
  const cells = [cell('a1', 10), cell('a2', null), cell('c3', 3)]
  expect(numbered(cells).map(({ cell }) => cell)).toEqual(['c3', 'a1'])
})

describe('a path lies within what it has grown to', () => {
  const before = ['e4', 'd4']
  test.each([
    [['e4', 'd4', 'c3'], [0, 1]],
    [['f4', 'f3', 'e4', 'd4'], [2, 3]],
    [before, [0, 1]],
  ])('%j', (now, found) => expect(within(before, now)).toEqual(found))
  test('or does not', () => {
    expect(within(before, ['d4'])).toBeNull()
    expect(within([], ['d4'])).toBeNull()
  })
})

test('legal actions name the ends from which a cell may be drawn to', () => {
  const found = steps(['stop', 'head d3', 'head c3', 'tail c3'])
  expect([...found]).toEqual([['d3', ['head']], ['c3', ['head', 'tail']]])
})
