import { expect, test } from 'vitest'
import type { Entry } from '../board'
import { addEntries, cutEntries, inRows, isOf, ownTurns } from './log'

const entries = (...numbers: number[]) => numbers.map((n) => ({ n }) as Entry)
const numbers = (log: Entry[]) => log.map((entry) => entry.n)

test('entries are kept in order, each once', () => {
  expect(numbers(addEntries(entries(1, 2), entries(3)))).toEqual([1, 2, 3])
  expect(numbers(addEntries(entries(3, 4), entries(1, 2, 3)))).toEqual([1, 2, 3, 4])
})

test('what was taken back is forgotten', () => {
  expect(numbers(cutEntries(entries(1, 2, 3), 2))).toEqual([1, 2])
})

test('what the table does again and again, about nobody, is one row', () => {
  const entry = (n: number, actor: string, ...events: object[]) => ({ n, actor, events, asides: events.map(() => null) }) as unknown as Entry
  const set = (n: number) => entry(n, 'table', { kind: 'set' })
  const threw = (n: number) => entry(n, 'table', { kind: 'threw', seat: 0 })
  const said = (log: Entry[]) => inRows(log).map(numbers)
  expect(said([1, 2, 3, 4, 5].map(set))).toEqual([[1, 2, 3, 4, 5]])
  expect(said([...[1, 2, 3, 4].map(set), entry(5, 'table', { kind: 'begins', seat: 1 }), set(6)])).toEqual([[1, 2, 3, 4], [5], [6]])
  expect(said([1, 2, 3].map(set))).toEqual([[1], [2], [3]])
  expect(said([1, 2, 3, 4].map(threw))).toEqual([[1], [2], [3], [4]])
  expect(said([1, 2, 3, 4].map((n) => entry(n, '1', { kind: 'set' })))).toEqual([[1], [2], [3], [4]])
})

test('a throw is of whoever threw, though the table does it', () => {
  const entry = (by: string, kind: string, seat: number) => ({ by, events: [{ kind, seat }] }) as unknown as Entry
  expect(isOf(entry('person', 'moved', 0), [1])).toBe(true)
  expect(isOf(entry('table', 'threw', 0), [1])).toBe(true)
  expect(isOf(entry('table', 'threw', 1), [1])).toBe(false)
  expect(isOf(entry('table', 'dealt', 0), [1])).toBe(false)
  expect(isOf(entry('bot', 'moved', 0), [1])).toBe(false)
})

test('a turn of several actions is one, and so is that of everybody at one screen', () => {
  const threw = (n: number, seat: number) => ({ n, actor: 'table', by: 'table', events: [{ kind: 'threw', seat }] }) as unknown as Entry
  const log = [threw(1, 0), threw(2, 0), threw(3, 1), threw(4, 0)]
  expect(ownTurns(log, [1])).toBe(2)
  expect(ownTurns(log, [1, 2])).toBe(3)
  expect(ownTurns(log, [3])).toBe(0)
})
