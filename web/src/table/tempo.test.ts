import { expect, test } from 'vitest'
import type { Snapshot } from '../board'
import { isPressed, readingMs, timing } from './tempo'

const live = (more: object) => ({ deadline: 1, actors: ['table'], thrower: null, ...more }) as unknown as Snapshot

test('the longer the sentence, the longer it is left to be read, but not for ever', () => {
  expect(readingMs(0)).toBe(0)
  expect(readingMs(60)).toBeGreaterThan(readingMs(20))
  expect(readingMs(20)).toBeGreaterThanOrEqual(1000)
  expect(readingMs(10_000)).toBe(readingMs(1000))
})

test('slow is slower than normal, and normal than fast', () => {
  const [slow, normal, fast] = (['slow', 'normal', 'fast'] as const).map((tempo) => timing(tempo, 50, 0))
  expect(slow!.holdMs).toBeGreaterThan(normal!.holdMs)
  expect(normal!.holdMs).toBeGreaterThan(fast!.holdMs)
  expect(slow!.stepMs).toBeGreaterThan(normal!.stepMs)
  expect(normal!.stepMs).toBeGreaterThan(fast!.stepMs)
})

test('step by step waits for whoever looks, but not where there is nothing to read', () => {
  expect(timing('step', 50, 0).holdMs).toBe(Infinity)
  expect(timing('step', 0, 0).holdMs).toBe(0)
})

test('at once is the faster the more is waiting', () => {
  expect(timing('now', 50, 0)).toEqual({ stepMs: 300, holdMs: 0 })
  expect(timing('now', 50, 4).stepMs).toBe(100)
})

test('a long queue is read faster', () => {
  expect(timing('normal', 50, 48).holdMs).toBeLessThan(timing('normal', 50, 3).holdMs / 3)
})

test('only whoever is to act against the clock is pressed', () => {
  expect(isPressed(live({ thrower: 2 }), [2])).toBe(true)
  expect(isPressed(live({ actors: ['1'] }), [1, 3])).toBe(true)
  expect(isPressed(live({ actors: ['1'] }), [2])).toBe(false)
  expect(isPressed(live({ actors: ['1'], deadline: null }), [1])).toBe(false)
})
