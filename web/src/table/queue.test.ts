import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entry, Snapshot } from '../board'
import { Queue } from './queue'

const snapshot = (n: number, entries = [{ n } as Entry]) => ({ n, entries }) as Snapshot

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const running = (stepMs = 300, holdMs = 0) => new Queue(() => undefined, () => ({ stepMs, holdMs }))

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
    (_, waiting) => (asked.push(waiting), { stepMs: 300, holdMs: 0 }),
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

test('what was shown is left to be read before the next is shown', () => {
  const queue = running(300, 2000)
  queue.push(snapshot(1))
  queue.push(snapshot(2))
  queue.animationDone(1)
  vi.advanceTimersByTime(1999)
  expect(queue.shown?.n).toBe(1)
  vi.advanceTimersByTime(1)
  expect(queue.shown?.n).toBe(2)
})

test('nobody waits for reading when nothing else is to come', () => {
  const queue = running(300, 2000)
  queue.push(snapshot(1))
  queue.animationDone(1)
  expect(queue.drained).toBe(true)
})

test('the time to read counts from the end of the motion, without motion from the beginning', () => {
  const queue = running(0, 2000)
  queue.push(snapshot(1))
  vi.advanceTimersByTime(1500)
  queue.push(snapshot(2))
  expect(queue.shown?.n).toBe(1)
  vi.advanceTimersByTime(500)
  expect(queue.shown?.n).toBe(2)
})

test('nothing of a snapshot is reached before its motion has ended', () => {
  const queue = running()
  queue.jump(snapshot(1))
  queue.push(snapshot(2))
  expect([queue.shown?.n, queue.reached?.n]).toEqual([2, 1])
  queue.animationDone(2)
  expect(queue.reached?.n).toBe(2)
})

test('step by step the next one waits until it is asked for', () => {
  const queue = running(300, Infinity)
  for (const n of [1, 2, 3]) queue.push(snapshot(n))
  queue.animationDone(1)
  vi.advanceTimersByTime(1_000_000)
  expect(queue.shown?.n).toBe(1)
  expect(queue.length).toBe(2)
  queue.release()
  expect(queue.shown?.n).toBe(2)
})

test('a board may hold what comes next, also where nothing moves', async () => {
  const queue = running(0, 500)
  for (const n of [1, 2]) queue.push(snapshot(n))
  let close = () => {}
  queue.animationDone(1, new Promise<void>((done) => (close = done)))
  vi.advanceTimersByTime(1_000_000)
  expect(queue.shown?.n).toBe(1)
  close()
  await Promise.resolve()
  expect(queue.shown?.n).toBe(2)
})

test('whoever skips sees how things stand now', () => {
  const queue = running(300, Infinity)
  for (const n of [1, 2, 3]) queue.push(snapshot(n))
  queue.skip()
  expect([queue.shown?.n, queue.reached?.n]).toEqual([3, 3])
  expect(queue.drained).toBe(true)
})

test('what is taken back need not be seen first', () => {
  const queue = running(300, Infinity)
  for (const n of [1, 2, 3]) queue.push(snapshot(n))
  queue.animationDone(1)
  queue.push({ ...snapshot(2, []), log: [] })
  expect(queue.shown?.n).toBe(2)
  expect(queue.length).toBe(0)
})

test('what has to be closed first holds up what comes next, but not where it is', async () => {
  const queue = running()
  queue.push(snapshot(1))
  queue.push(snapshot(2))
  let close = () => {}
  queue.animationDone(1, new Promise<void>((resolve) => (close = resolve)))
  expect(queue.reached?.n).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queue.shown?.n).toBe(1)
  close()
  await vi.advanceTimersByTimeAsync(0)
  expect(queue.shown?.n).toBe(2)
})
