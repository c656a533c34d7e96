import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entry, GameEvent, Snapshot } from '../board'
import { follows, moveOf, Player, stepAt, viewAfter } from './player'

const snapshot = (n: number, entries: number[] = [n]) =>
  ({ n, entries: entries.map((n) => ({ n, events: [{ rule: 'X-1', kind: 'walked', to: n }] }) as unknown as Entry) }) as Snapshot

const at = (snapshot: Snapshot, view: number) => ({ snapshot, view, derived: null })

const page = { hidden: false }

beforeEach(() => {
  vi.useFakeTimers()
  page.hidden = false
  vi.stubGlobal('document', page)
  vi.stubGlobal('requestAnimationFrame', (draw: (now: number) => void) => setTimeout(() => draw(performance.now()), 10))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A board whose views are numbers and whose pictures are words. */
function board(length = 2) {
  const drawn: string[] = []
  const done: number[] = []
  const player = new Player<number, string>(
    {
      still: ({ view }) => `at ${view}`,
      steps: (before, events) => events.map(({ to }) => ({ picture: `${before.view} to ${to as number}`, length })),
    },
    (picture) => drawn.push(picture),
    (n) => done.push(n),
  )
  return { player, drawn, done, seen: () => [...new Set(drawn.splice(0))] }
}

test('the first snapshot is shown at once', () => {
  const { player, drawn, done } = board()
  player.show(at(snapshot(3), 3), 100)
  expect([drawn, done]).toEqual([['at 3'], [3]])
})

test('what follows is walked to, step by step, and said to be done once', () => {
  const { player, seen, done } = board()
  player.show(at(snapshot(3), 3), 100)
  player.show(at(snapshot(5, [4, 5]), 5), 100)
  expect(done).toEqual([3])
  vi.advanceTimersByTime(390)
  expect(seen()).toEqual(['at 3', '3 to 4', '3 to 5'])
  expect(done).toEqual([3])
  vi.advanceTimersByTime(1000)
  expect(seen()).toEqual(['at 5'])
  expect(done).toEqual([3, 5])
})

test.each([
  ['without motion', 4, 0, false],
  ['where something lies between', 6, 100, false],
  ['when looking back', 2, 100, false],
  ['on a page that nobody sees', 4, 100, true],
])('%s it is shown at once', (_, n, stepMs, hidden) => {
  const { player, drawn, done } = board()
  player.show(at(snapshot(3), 3), 100)
  page.hidden = hidden
  player.show(at(snapshot(n), n), stepMs)
  expect([drawn.at(-1), done]).toEqual([`at ${n}`, [3, n]])
})

test('a snapshot that moves nothing is done at once', () => {
  const { player, done } = board(0)
  player.show(at(snapshot(3), 3), 100)
  player.show(at(snapshot(4), 4), 100)
  expect(done).toEqual([3, 4])
})

test('the next snapshot cuts a motion short', () => {
  const { player, seen, done } = board()
  player.show(at(snapshot(3), 3), 100)
  player.show(at(snapshot(4), 4), 100)
  player.show(at(snapshot(5), 5), 100)
  expect(done).toEqual([3, 4])
  expect(seen()).toEqual(['at 3', '3 to 4', 'at 4', '4 to 5'])
  vi.advanceTimersByTime(1000)
  expect(done).toEqual([3, 4, 5])
})

test('a motion can be ended, or left for good', () => {
  const { player, drawn, done } = board()
  player.show(at(snapshot(3), 3), 100)
  player.show(at(snapshot(4), 4), 100)
  player.finish()
  expect([drawn.at(-1), done]).toEqual(['at 4', [3, 4]])
  player.show(at(snapshot(5), 5), 100)
  player.stop()
  vi.advanceTimersByTime(1000)
  expect([drawn.at(-1), done]).toEqual(['4 to 5', [3, 4]])
})

test('the same snapshot from another seat is drawn anew, and done only once', () => {
  const { player, drawn, done } = board()
  const shown = snapshot(3)
  player.show(at(shown, 3), 100)
  player.show(at(shown, 30), 100)
  expect([drawn, done]).toEqual([['at 3', 'at 30'], [3]])
})

test('a motion ends even where no frame is ever drawn', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const { player, done } = board()
  player.show(at(snapshot(3), 3), 100)
  player.show(at(snapshot(4), 4), 100)
  vi.advanceTimersByTime(200)
  expect(done).toEqual([3, 4])
})

test('a long motion is hurried', () => {
  const { player, done } = board(50)
  player.show(at(snapshot(3), 3), 100)
  player.show(at(snapshot(4), 4), 100)
  vi.advanceTimersByTime(490)
  expect(done).toEqual([3, 4])
})

test('steps follow each other in time and end', () => {
  const steps = [
    { picture: 'a', length: 1 },
    { picture: 'b', length: 3 },
  ]
  expect(stepAt(steps, 0)).toEqual({ step: steps[0], t: 0 })
  expect(stepAt(steps, 1)).toEqual({ step: steps[1], t: 0 })
  expect(stepAt(steps, 2.5)).toEqual({ step: steps[1], t: 0.5 })
  expect(stepAt(steps, 4)).toBeNull()
})

test('a snapshot after a secret one follows by its first entry', () => {
  expect(follows(snapshot(3), snapshot(7, [4, 5, 6, 7]))).toBe(true)
  expect(follows(snapshot(7), snapshot(6, []))).toBe(false)
})

test('an event that moves a piece names it, its owner and its way', () => {
  const event = (fields: object) => ({ rule: 'X-1', kind: 'walked', seat: 0, ...fields }) as GameEvent
  expect(moveOf(event({}))).toBeNull()
  expect(moveOf(event({ piece: 2, path: [4, 5, 6] }))).toEqual({ seat: 0, piece: 2, path: [4, 5, 6] })
  expect(moveOf(event({ piece: 2, path: [4, 5], owner: 1 }))).toEqual({ seat: 1, piece: 2, path: [4, 5] })
})

test('the changes of an event are merged into the view, which is left as it was', () => {
  const view = { turn: 0, marks: { a: 4, b: 2 }, wheels: [1, 2, 3], counted: [['a', 4]], seats: [{ at: 'a', has: 2 }, { at: 'b', has: 0 }] }
  const before = structuredClone(view)
  const after = (changes?: object) => viewAfter(view, { rule: '', kind: '', changes })
  expect(after()).toBe(view)
  expect(after({ turn: 1 })).toEqual({ ...view, turn: 1 })
  expect(after({ marks: { a: null, c: 0 } })).toEqual({ ...view, marks: { b: 2, c: 0 } })
  expect(after({ wheels: { 1: 5, 3: 0 } })).toEqual({ ...view, wheels: [1, 5, 3, 0] })
  expect(after({ counted: [] })).toEqual({ ...view, counted: [] })
  expect(after({ counted: { 1: ['b', 2] } })).toEqual({ ...view, counted: [['a', 4], ['b', 2]] })
  expect(after({ seats: { 1: { has: 3 } } })).toEqual({ ...view, seats: [{ at: 'a', has: 2 }, { at: 'b', has: 3 }] })
  expect(view).toEqual(before)
})
