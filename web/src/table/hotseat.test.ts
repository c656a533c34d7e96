import { expect, test } from 'vitest'
import type { Moment } from '../board'
import { whoLooks } from './hotseat'

const moment = (legal: Record<string, string[]>, thrower: number | null = null) => ({ legal, thrower }) as Moment

test('whoever has something to do keeps the screen', () => {
  expect(whoLooks(2, [1, 2], moment({ 1: ['a'], 2: ['a'] }))).toBe(2)
})

test('then it goes to the next one who has', () => {
  expect(whoLooks(1, [1, 2], moment({ 2: ['a'] }))).toBe(2)
  expect(whoLooks(1, [1, 3], moment({}, 3))).toBe(3)
})

test('while bots play it stays where it is', () => {
  expect(whoLooks(2, [1, 2], moment({}))).toBe(2)
  expect(whoLooks(null, [1, 2], null)).toBe(1)
  expect(whoLooks(null, [], moment({}))).toBeNull()
})
