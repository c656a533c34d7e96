import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entry, Moment } from '../board'
import { Queue } from './queue'

const moment = (n: number, entries = [{ n } as Entry]) => ({ n, entries }) as Moment

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const running = (pace = 300) => new Queue(() => undefined, () => pace)

test('the board is shown one moment at a time', () => {
  const queue = running()
  queue.push(moment(1))
  queue.push(moment(2))
  expect(queue.shown?.n).toBe(1)
  expect(queue.drained).toBe(false)
  queue.settled(1)
  expect(queue.shown?.n).toBe(2)
  queue.settled(2)
  expect(queue.drained).toBe(true)
})

test('only the moment that is shown can settle', () => {
  const queue = running()
  queue.push(moment(1))
  queue.push(moment(2))
  queue.settled(2)
  expect(queue.shown?.n).toBe(1)
})

test('a board that never says so is not waited for', () => {
  const queue = running()
  queue.push(moment(1))
  queue.push(moment(2))
  vi.advanceTimersByTime(3000)
  expect(queue.shown?.n).toBe(2)
  vi.advanceTimersByTime(3000)
  expect(queue.drained).toBe(true)
})

test('without motion nothing is waited for', () => {
  const queue = running(0)
  for (const n of [1, 2, 3]) queue.push(moment(n))
  expect(queue.shown?.n).toBe(3)
  expect(queue.drained).toBe(true)
})

test('a jump forgets what was waiting', () => {
  const queue = running()
  queue.push(moment(1))
  queue.push(moment(2))
  queue.jump(moment(9))
  expect(queue.shown?.n).toBe(9)
  expect(queue.drained).toBe(true)
})

test('an action taken back is a moment like any other', () => {
  const queue = running()
  queue.push(moment(5))
  queue.settled(5)
  queue.push(moment(4, []))
  expect(queue.shown?.n).toBe(4)
  queue.settled(4)
  expect(queue.drained).toBe(true)
})

test('a moment told again moves nothing and keeps what led to it', () => {
  const queue = running()
  queue.push(moment(5))
  queue.settled(5)
  queue.push(moment(5, []))
  expect(queue.drained).toBe(true)
  expect(queue.shown?.entries).toHaveLength(1)
})

test('the more are waiting, the less time each is given', () => {
  const asked: number[] = []
  const queue = new Queue(
    () => undefined,
    (waiting) => (asked.push(waiting), 300),
  )
  for (const n of [1, 2, 3]) queue.push(moment(n))
  queue.settled(1)
  queue.settled(2)
  expect(asked).toEqual([0, 1, 0])
})
