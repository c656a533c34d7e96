import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entry, Snapshot } from '../board'
import { Queue } from './queue'

const snapshot = (n: number, entries = [{ n } as Entry]) => ({ n, entries }) as Snapshot

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const running = (stepMs = 300) => new Queue(() => undefined, () => stepMs)

test('the board is shown one snapshot at a time', () => {
  const queue = running()
  queue.push(snapshot(1))
  queue.push(snapshot(2))
  expect(queue.shown?.n).toBe(1)
  expect(queue.drained).toBe(false)
  queue.animationDone(1)
  expect(queue.shown?.n).toBe(2)
  queue.animationDone(2)
  expect(queue.drained).toBe(true)
})

test('only the snapshot that is shown can be done', () => {
  const queue = running()
  queue.push(snapshot(1))
  queue.push(snapshot(2))
  queue.animationDone(2)
  expect(queue.shown?.n).toBe(1)
})

test('a board that never says so is not waited for', () => {
  const queue = running()
  queue.push(snapshot(1))
  queue.push(snapshot(2))
  vi.advanceTimersByTime(3000)
  expect(queue.shown?.n).toBe(2)
  vi.advanceTimersByTime(3000)
  expect(queue.drained).toBe(true)
})

test('without motion nothing is waited for', () => {
  const queue = running(0)
  for (const n of [1, 2, 3]) queue.push(snapshot(n))
  expect(queue.shown?.n).toBe(3)
  expect(queue.drained).toBe(true)
})

test('a jump forgets what was waiting', () => {
  const queue = running()
  queue.push(snapshot(1))
  queue.push(snapshot(2))
  queue.jump(snapshot(9))
  expect(queue.shown?.n).toBe(9)
  expect(queue.drained).toBe(true)
})

test('an action taken back is a snapshot like any other', () => {
  const queue = running()
  queue.push(snapshot(5))
  queue.animationDone(5)
  queue.push(snapshot(4, []))
  expect(queue.shown?.n).toBe(4)
  queue.animationDone(4)
  expect(queue.drained).toBe(true)
})

test('a snapshot sent again moves nothing and keeps what led to it', () => {
  const queue = running()
  queue.push(snapshot(5))
  queue.animationDone(5)
  queue.push(snapshot(5, []))
  expect(queue.drained).toBe(true)
  expect(queue.shown?.entries).toHaveLength(1)
})

test('the more are waiting, the less time each is given', () => {
  const asked: number[] = []
  const queue = new Queue(
    () => undefined,
    (waiting) => (asked.push(waiting), 300),
  )
  for (const n of [1, 2, 3]) queue.push(snapshot(n))
  queue.animationDone(1)
  queue.animationDone(2)
  expect(asked).toEqual([0, 1, 0])
})

test('a snapshot that was corrected takes the place of one with the same number', () => {
  const queue = running(0)
  queue.push(snapshot(5))
  queue.push({ ...snapshot(5, []), log: [] })
  expect(queue.shown?.entries).toEqual([])
})
