import type { Entry, GameEvent } from '$web/board'
import { expect, test } from 'vitest'
import { calledOut, lastThrow, strayWays } from './news'

const threw = (seat: number) => ({ rule: '', kind: 'threw', seat }) as GameEvent
const called = (seat: number, stray = 0) =>
  ({ rule: '', kind: 'called', seat, piece: 'stray', stray, path: ['home', 1] }) as GameEvent
const walked = (stray: number, ...path: number[]) =>
  ({ rule: '', kind: 'walked', seat: 0, piece: 'stray', stray, path }) as GameEvent
const entries = (...events: GameEvent[][]) => events.map((each) => ({ events: each })) as Entry[]

test('only the last throw counts, with what was decided after it', () => {
  const stayed = { rule: '', kind: 'stayed', seat: 1 } as GameEvent
  expect(lastThrow([threw(0), called(0), threw(1), stayed])).toEqual([threw(1), stayed])
  expect(lastThrow([stayed])).toEqual([stayed])
})

test('the ways of strays are told by their stops, those alike once', () => {
  const events = [walked(0, 54, 55, 56, 57, 58, 59), walked(1, 1, 2, 3), walked(2, 1, 2, 3)]
  expect(strayWays([threw(0), ...events, called(0, 3)])).toEqual(['54 → 59', '1 → 3 ×2'])
})

test('a stray that turns back is told with where it turned', () => {
  const turned = { ...walked(0, 59, 60, 61, 62, 63, 62, 61, 60, 59), kind: 'turned' } as GameEvent
  const events = [walked(0, 51, 52, 53, 54, 55, 56, 57, 58, 59), turned, walked(0, 59, 58, 57, 56, 55, 54, 53, 52, 51)]
  expect(strayWays([threw(0), ...events])).toEqual(['51 → 59 → 63 ↩ 59 → 51'])
})

test('a stray that comes home is told as far as it walked', () => {
  const reunited = { rule: '', kind: 'reunited', seat: 0, piece: 'stray', stray: 0, path: [7, 'home'] } as GameEvent
  expect(strayWays([threw(0), walked(0, 5, 6, 7), reunited])).toEqual(['5 → 7'])
  expect(strayWays([threw(0), reunited])).toEqual([])
  expect(strayWays([threw(1), walked(0, 5, 6, 7)])).toEqual([])
})

test('people called out are counted, with those who met their piece at once', () => {
  const home = { rule: '', kind: 'reunited', seat: 0 } as GameEvent
  expect(calledOut(entries([threw(0), called(0), called(0, 1)]), 0)).toEqual({ called: 2, back: 0 })
  expect(calledOut(entries([threw(0), called(0), called(0, 1), home]), 0)).toEqual({ called: 2, back: 1 })
})

test('where nobody was called out, or only of others, there is nothing to say', () => {
  expect(calledOut(entries([threw(0)], [threw(1), called(1)]), 0)).toBe(null)
  expect(calledOut([], 0)).toBe(null)
})
