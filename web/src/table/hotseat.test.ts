import { expect, test } from 'vitest'
import type { Entry, Snapshot } from '../board'
import { whoLooks, withoutSecrets } from './hotseat'

const snapshot = (legal: Record<string, string[]>, thrower: number | null = null) => ({ legal, thrower }) as Snapshot

test('whoever has something to do keeps the screen', () => {
  expect(whoLooks(2, [1, 2], snapshot({ 1: ['a'], 2: ['a'] }))).toBe(2)
})

test('then it goes to the next one who has', () => {
  expect(whoLooks(1, [1, 2], snapshot({ 2: ['a'] }))).toBe(2)
  expect(whoLooks(1, [1, 3], snapshot({}, 3))).toBe(3)
})

test('while bots play it stays where it is', () => {
  expect(whoLooks(2, [1, 2], snapshot({}))).toBe(2)
  expect(whoLooks(null, [1, 2], null)).toBe(1)
  expect(whoLooks(null, [], snapshot({}))).toBeNull()
})

test('what another person at this screen has done is theirs until the table acts', () => {
  const log = ['table', '1', '2', '3', 'table', '1', '3'].map((actor, i) => ({ n: i + 1, actor }) as Entry)
  const seen = (looks: number) => withoutSecrets(log, looks, [1, 2]).map((entry) => entry.n)
  expect(seen(2)).toEqual([1, 2, 3, 4, 5, 7])
  expect(seen(1)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
