import { expect, test } from 'vitest'
import type { GameEvent, Snapshot } from '../board'
import { story } from './story'

const event = (fields: Record<string, unknown>) => ({ rule: 'X-1', kind: 'met', ...fields }) as GameEvent

function played(...steps: { scores: number[]; events?: GameEvent[] }[]): Snapshot[] {
  return steps.map(({ scores, events }, n) => {
    const entries = n === 0 ? [] : [{ n, time: n * 60_000, events: events ?? [] }]
    const over = n === steps.length - 1
    return { n, entries, scores, headline: [], over, winners: over ? [scores.indexOf(Math.max(...scores)) + 1] : [] } as unknown as Snapshot
  })
}
const SETBACKS = { caught: 'other', sent: 'seat' }
const fact = (kind: string, snapshots: Snapshot[]) => story(snapshots, SETBACKS).find((one) => one.kind === kind)

test('a game that is not over has no story yet', () => {
  expect(story(played({ scores: [0] }).map((snapshot) => ({ ...snapshot, over: false })), SETBACKS)).toEqual([])
})

test('it says how long the game was', () => {
  expect(fact('length', played({ scores: [0] }, { scores: [1] }, { scores: [2] }))).toEqual({ kind: 'length', actions: 2, minutes: 1 })
})

test('the lead changes hands only when somebody else has more', () => {
  const snapshots = played({ scores: [0, 0] }, { scores: [1, 0] }, { scores: [1, 1] }, { scores: [2, 1] }, { scores: [2, 3] }, { scores: [2, 9] })
  expect(fact('leads', snapshots)).toEqual({ kind: 'leads', n: 1 })
  expect(fact('ahead', snapshots)).toEqual({ kind: 'ahead', seat: 1, at: 4 })
})

test('the longest jump is one between numbers', () => {
  const walked = (fields: Record<string, unknown>) => event({ kind: 'walked', piece: 'goose', path: [], ...fields })
  const jumps = [walked({ seat: 0, from: 3, to: 9 }), walked({ seat: 1, from: 53, to: 26 }), walked({ seat: 0, from: 'a1', to: 'k9' })]
  expect(fact('jump', played({ scores: [0] }, { scores: [0], events: jumps }))).toMatchObject({ seat: 0, steps: 6, at: 1 })
})

test('the longest jump is all that one action brought a piece forward', () => {
  const walked = (fields: Record<string, unknown>) => event({ kind: 'walked', seat: 0, piece: 'goose', path: [], ...fields })
  const chain = [walked({ from: 3, to: 9 }), walked({ piece: 'gander', from: 1, to: 2 }), walked({ from: 9, to: 15 })]
  const snapshots = played({ scores: [0] }, { scores: [0], events: chain }, { scores: [0], events: [walked({ from: 58, to: 1 })] })
  expect(fact('jump', snapshots)).toMatchObject({ from: 3, to: 15, steps: 12, at: 1 })
})

test('what turns without going anywhere is no jump', () => {
  const turned = event({ kind: 'turned', seat: 0, from: 0, to: 5 })
  expect(fact('jump', played({ scores: [0] }, { scores: [0], events: [turned] }))).toBeUndefined()
})

test('the best stroke is not the last one, which everybody has seen', () => {
  const snapshots = played({ scores: [0, 0] }, { scores: [5, 0] }, { scores: [5, 7] }, { scores: [500, 7] })
  expect(fact('gain', snapshots)).toEqual({ kind: 'gain', seat: 1, points: 7, at: 2 })
})

test('points are no stroke where another figure says who is ahead', () => {
  const headline = [{ figure: 63, place: 1 }]
  const snapshots = played({ scores: [0] }, { scores: [159] }, { scores: [200] }).map((snapshot) => ({ ...snapshot, headline }))
  expect(fact('gain', snapshots)).toBeUndefined()
})

test('who was thrown back most is named unless it is shared', () => {
  const hit = (other: number) => event({ kind: 'caught', seat: 0, other })
  const sent = (seat: number, from: number, to: number) => event({ kind: 'sent', seat, from, to })
  const setback = (...events: GameEvent[]) => fact('setback', played({ scores: [0] }, { scores: [0], events }))
  expect(setback(hit(1), hit(1), hit(2))).toEqual({ kind: 'setback', seat: 1, n: 2, at: 1 })
  expect(setback(hit(1), sent(1, 40, 2), hit(2))).toEqual({ kind: 'setback', seat: 1, n: 2, at: 1 })
  expect(setback(hit(1), hit(1), hit(2), hit(2))).toBeUndefined()
  expect(setback(sent(1, 2, 40), sent(1, 3, 41)), 'forward is no setback').toBeUndefined()
  expect(setback(event({ kind: 'met', seat: 0, other: 1 }), event({ kind: 'met', seat: 0, other: 1 }))).toBeUndefined()
})
