import { expect, test } from 'vitest'
import type { Snapshot } from '../board'
import { TurnStarts } from './starts'

const snapshot = (n: number, ...acting: number[]) =>
  ({ n, legal: Object.fromEntries(acting.map((seat) => [seat, ['stop']])), thrower: null }) as unknown as Snapshot

function seen(...snapshots: Snapshot[]): TurnStarts {
  const starts = new TurnStarts()
  for (const one of snapshots) starts.look(one, [1])
  return starts
}

test('the turn before the last began when the seat could act, not when others had', () => {
  expect(seen(snapshot(4, 1), snapshot(5, 1), snapshot(12), snapshot(13, 1), snapshot(14, 1)).before(1)).toBe(4)
})

test('of a first turn, or of a page just opened, nothing is known', () => {
  expect(seen(snapshot(13, 1), snapshot(14, 1)).before(1)).toBe(null)
  expect(seen().before(2)).toBe(null)
})

test('a turn that was taken back was none', () => {
  expect(seen(snapshot(4, 1), snapshot(8), snapshot(9, 1), snapshot(3), snapshot(4, 1)).before(1)).toBe(null)
})
