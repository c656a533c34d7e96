import { describe, expect, test } from 'vitest'
import { drawnThisRound, markUsed, numbered, points, stepsTo, within, worth, type Cell, type Seat } from './position'

const seat = (facts: Partial<Seat> = {}): Seat => ({
  board: 1,
  path: ['d4'],
  end: null,
  left: '',
  done: false,
  scored: {},
  ...facts,
})
describe('a card', () => {
  test('ticks what is no longer left', () => {
    expect(markUsed('RBAP', 'BP')).toEqual([['R', true], ['B', false], ['A', true], ['P', false]])
  })
  test('ticks one of two equal squares', () => {
    expect(markUsed('RGBYR', 'RG').filter(([colour]) => colour === 'R')).toEqual([['R', true], ['R', false]])
  })
})

describe('what was drawn this round', () => {
  const path = ['f3', 'e4', 'd4', 'c3', 'b2']
  test('is at the head', () => expect(drawnThisRound(seat({ path, end: 'head', left: 'BP' }), 'RBAP')).toEqual([3, 5]))
  test('is at the tail', () => expect(drawnThisRound(seat({ path, end: 'tail', left: 'BAP' }), 'RBAP')).toEqual([0, 1]))
  test('is nothing yet', () => expect(path.slice(...drawnThisRound(seat({ path, left: 'RBAP' }), 'RBAP'))).toEqual([]))
})

describe('a number', () => {
  const derived = { worth: { 7: 4, 9: 9 }, splendid: false }
  test('is worth what the server says until the seat has it', () => {
    expect(worth(derived, seat(), 7)).toEqual({ points: 4, won: false, half: true })
    expect(worth(derived, seat(), 9)).toEqual({ points: 9, won: false, half: false })
  })
  test('keeps what it brought', () => {
    expect(worth(derived, seat({ scored: { 7: 7 } }), 7)).toEqual({ points: 7, won: true, half: false })
    expect(worth({ ...derived, worth: {} }, seat({ scored: { 7: 4 } }), 7)).toEqual({ points: 4, won: true, half: true })
  })
  test('brings nothing any more when the game is over', () => {
    expect(worth({ ...derived, worth: {} }, seat(), 7)).toBeNull()
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

test('choices name the ends from which a cell may be drawn to', () => {
  const step = (piece: string, from: string, to: string) => ({ text: `${piece} ${to}`, piece, path: [from, to], to })
  const found = stepsTo([{ text: 'stop' }, step('head', 'd4', 'd3'), step('head', 'd4', 'c3'), step('tail', 'c4', 'c3')])
  expect([...found].map(([cell, steps]) => [cell, steps.map(({ piece }) => piece)])).toEqual([
    ['d3', ['head']],
    ['c3', ['head', 'tail']],
  ])
})
