import { expect, test } from 'vitest'
import type { Entry } from '../board'
import { addEntries, cutEntries } from './log'

const entries = (...numbers: number[]) => numbers.map((n) => ({ n }) as Entry)
const numbers = (log: Entry[]) => log.map((entry) => entry.n)

test('entries are kept in order, each once', () => {
  expect(numbers(addEntries(entries(1, 2), entries(3)))).toEqual([1, 2, 3])
  expect(numbers(addEntries(entries(3, 4), entries(1, 2, 3)))).toEqual([1, 2, 3, 4])
})

test('what was taken back is forgotten', () => {
  expect(numbers(cutEntries(entries(1, 2, 3), 2))).toEqual([1, 2])
})
