import { expect, test } from 'vitest'
import type { Entry, GameWords, Snapshot } from '../board'
import { endedByRules, figureMadeOf, headlineLong, places, whyWon } from './standing'

const end = (more: object) => ({ headline: [], scores: [], winners: [], ...more }) as unknown as Snapshot
const words = { headline: { why: '{name} has {n}, {other} has {m}.', long: '{n} step|{n} steps' } } as unknown as GameWords
const names = ['Badia', 'Noria', 'Veleta']

test('whoever has more points is ahead, and the winner of everybody', () => {
  expect(places(end({ scores: [3, 8, 3] }))).toEqual([2, 1, 2])
  expect(places(end({ scores: [3, 8, 3], winners: [1] }))).toEqual([1, 2, 3])
})

test("the game's own figure says who is ahead, not the points", () => {
  const headline = [{ figure: 12, place: 2 }, { figure: 3, place: 1 }]
  expect(places(end({ headline, scores: [400, 20] }))).toEqual([2, 1])
})

test('whoever won because the other gave up comes first, on equal figures too', () => {
  const headline = [{ figure: 6, place: 1 }, { figure: 6, place: 1 }]
  expect(places(end({ headline, scores: [0, 0], winners: [2] }))).toEqual([2, 1])
})

test('a match that people ended was not ended by the rules', () => {
  const result = (ended: 'rules' | 'conceded' | 'agreed') => ({ ended, conceded: [], scores: [], winners: [] })
  expect(endedByRules({ result: result('conceded') })).toBe(false)
  expect(endedByRules({ result: result('agreed') })).toBe(false)
  expect(endedByRules({ result: result('rules') })).toBe(true)
  expect(endedByRules({ result: null })).toBe(true)
})

test('the winner is compared with who came nearest', () => {
  const headline = [{ figure: 30, place: 3 }, { figure: 0, place: 1 }, { figure: 7, place: 2 }]
  expect(whyWon(end({ headline, scores: [9, 1, 1], winners: [2] }), words, names, '')).toBe('Noria has 0, Veleta has 7.')
  expect(whyWon(end({ scores: [9, 1, 4], winners: [1] }), { headline: {} } as GameWords, names, '{name}: {n} to {m}')).toBe('Badia: 9 to 4')
})

test('nothing is said of a win that is shared, nor of one who plays alone', () => {
  expect(whyWon(end({ scores: [4, 4, 1], winners: [1, 2] }), words, names, '')).toBe('')
  expect(whyWon(end({ scores: [4], winners: [1] }), words, ['Badia'], '')).toBe('')
})

test('a figure is said with its unit', () => {
  expect(headlineLong(words, 1)).toBe('1 step')
  expect(headlineLong(words, 12)).toBe('12 steps')
})

test('what a figure is made of was said of the seat last; some games do not say it', () => {
  const log = [{ events: [{ seat: 0, points: 5 }, { seat: 0, points: 9, empty: 2 }, { seat: 1, points: 7, empty: 4 }, { seat: 0, total: 7 }] }] as unknown as Entry[]
  const parts = { headline: { parts: '{points} − {empty}' } } as unknown as GameWords
  expect([0, 1, 2].map((seat) => figureMadeOf(log, parts, seat))).toEqual(['9 − 2', '7 − 4', ''])
  expect(figureMadeOf(log, words, 0)).toBe('')
})
