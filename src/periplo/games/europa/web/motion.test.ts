import { expect, test } from 'vitest'
import type { Entry, GameEvent } from '$web/board'
import { along, isJourney, legsOf, times, trail, type Journey } from './motion'
import { foot, type Square } from './race'

const squares: Square[] = [0, 1, 2, 3, 4].map((at) => ({
  at,
  kind: 'plain',
  country: 'spain',
  route: null,
  city: null,
  x: 100 * at,
  y: 500,
  radius: 10,
}))

const entry = (...events: Omit<GameEvent, 'rule'>[]): Entry => ({
  n: 1,
  actor: '1',
  text: '',
  by: 'person',
  time: 0,
  events: events.map((event) => ({ rule: '', ...event }) as GameEvent),
  asides: events.map(() => null),
  note: '',
})

const walk: Journey = { kind: 'walked', seat: 0, from: 1, to: 4 }
const flight: Journey = { kind: 'flew', seat: 0, from: 4, to: 1 }

test('events become legs in their order, and those without motion none', () => {
  const entries = [
    entry({ kind: 'threw_plane', seat: 0 }),
    entry({ kind: 'as_six', seat: 0 }, { kind: 'walked', seat: 0, from: 1, to: 3 }, { kind: 'jumped', seat: 0, from: 3, to: 4 }),
    entry({ kind: 'threw', seat: 1, die: 5 }),
  ]
  expect(legsOf(entries)).toEqual([
    { kind: 'threw', face: 'plane' },
    { kind: 'walked', seat: 0, from: 1, to: 3 },
    { kind: 'jumped', seat: 0, from: 3, to: 4 },
    { kind: 'threw', face: 5 },
  ])
  expect(legsOf(entries).filter(isJourney)).toHaveLength(2)
})

test('one waits for a card only where it sends somebody on', () => {
  const drew = { kind: 'drew', seat: 1, deck: 'spain', card: 2 }
  expect(legsOf([entry(drew)])).toEqual([])
  expect(legsOf([entry(drew, { kind: 'went', seat: 1, from: 4, to: 2 })]).map(({ kind }) => kind)).toEqual(['drew', 'went'])
})

test('a longer walk takes longer, but nothing takes longer than people wait', () => {
  const [short] = times([{ ...walk, to: 2 }], 300)
  const [long] = times([walk], 300)
  expect(long).toBeCloseTo(3 * short!)
  const all = times([{ kind: 'threw', face: 3 }, { kind: 'drew' }, walk, flight, flight], 300)
  expect(all.reduce((sum, time) => sum + time)).toBeLessThanOrEqual(1500)
  expect(times([], 300)).toEqual([])
})

test.each([walk, flight, { ...walk, from: 4, to: 1 }])('a piece begins and ends where it stands: %o', (leg) => {
  const begin = along(leg, 0, squares)
  const end = along(leg, 1, squares)
  expect([begin.x, begin.y]).toEqual([foot(squares[leg.from]!).x, foot(squares[leg.from]!).y])
  expect(end.x).toBeCloseTo(foot(squares[leg.to]!).x)
  expect(end.y).toBeCloseTo(foot(squares[leg.to]!).y)
})

test('on foot it comes by every square, in the air above all of them', () => {
  expect(along(walk, 1 / 3, squares).x).toBeCloseTo(200)
  expect(along(walk, 2 / 3, squares).x).toBeCloseTo(300)
  expect(along(flight, 0.5, squares).y).toBeLessThan(450)
  expect(along(flight, 0.5, squares).turn).toBeCloseTo(270) // westwards
  expect(trail(walk, squares)).toBe('M100 500L200 500L300 500L400 500')
  expect(trail({ ...walk, from: 2, to: 0 }, squares)).toBe('M200 500L100 500L0 500')
  expect(trail(flight, squares)).toMatch(/^M400 500Q250 [\d.]+ 100 500$/)
})
