import { expect, test } from 'vitest'
import type { GameEvent, Snapshot } from '$web/board'
import { along, isJourney, legsOf, line, still, stepsFrom, trail, type Journey } from './motion'
import { foot, type Position, type Square } from './race'

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

const event = (kind: string, seat: number, facts: object = {}): GameEvent => ({ rule: '', kind, seat, ...facts })
const motion = (kind: string, seat: number, ...path: number[]): GameEvent => event(kind, seat, { piece: 1, path })

const walk: Journey = { kind: 'walked', seat: 0, path: [1, 2, 3, 4] }
const flight: Journey = { kind: 'flew', seat: 0, path: [4, 1] }

test('events become legs in their order, and those without motion none', () => {
  const legs = legsOf([
    event('threw_plane', 0),
    event('as_six', 0),
    motion('walked', 0, 1, 2, 3),
    motion('jumped', 0, 3, 4),
    event('threw', 1, { die: 5 }),
  ])
  expect(legs).toEqual([
    { kind: 'threw', face: 'plane' },
    { kind: 'walked', seat: 0, path: [1, 2, 3] },
    { kind: 'jumped', seat: 0, path: [3, 4] },
    { kind: 'threw', face: 5 },
  ])
  expect(legs.filter(isJourney)).toHaveLength(2)
})

test('one waits for a card only where it sends somebody on', () => {
  const drew = event('drew', 1, { deck: 'spain', card: 2 })
  expect(legsOf([drew])).toEqual([])
  expect(legsOf([drew, motion('went', 1, 4, 2)]).map(({ kind }) => kind)).toEqual(['drew', 'went'])
})

test('a longer walk takes longer, and each leg begins where the one before has ended', () => {
  const view = { die: null, teams: [{ at: 1 }, { at: 0 }] } as unknown as Position
  const rest = still({ snapshot: {} as Snapshot, view, derived: {} })
  expect(rest).toMatchObject({ at: [1, 0], face: null, leg: null })
  const steps = stepsFrom(rest, [
    event('threw', 0, { die: 2 }),
    motion('walked', 0, 1, 2, 3),
    motion('jumped', 0, 3, 4),
    motion('walked', 1, 0, 1),
  ])
  expect(steps.map(({ picture }) => picture.at)).toEqual([[1, 0], [1, 0], [3, 0], [4, 0]])
  expect(steps.map(({ picture }) => picture.face)).toEqual([2, 2, 2, 2])
  expect(steps[1]!.length).toBeCloseTo(2 * steps[3]!.length)
})

test.each([walk, flight, { ...walk, path: [4, 3, 2, 1] }])('a piece begins and ends where it stands: %o', (leg) => {
  const begin = along(leg, 0, squares)
  const end = along(leg, 1, squares)
  const [from, to] = [foot(squares[leg.path[0]!]!), foot(squares[leg.path.at(-1)!]!)]
  expect([begin.x, begin.y]).toEqual([from.x, from.y])
  expect(end.x).toBeCloseTo(to.x)
  expect(end.y).toBeCloseTo(to.y)
})

test('on foot it comes by every square, in the air above all of them', () => {
  expect(along(walk, 1 / 3, squares).x).toBeCloseTo(200)
  expect(along(walk, 2 / 3, squares).x).toBeCloseTo(300)
  expect(along(flight, 0.5, squares).y).toBeLessThan(450)
  expect(along(flight, 0.5, squares).turn).toBeCloseTo(270) // westwards
  expect(trail(walk, squares)).toBe('M100 500L200 500L300 500L400 500')
  expect(line([2, 1, 0], squares)).toBe('M200 500L100 500L0 500')
  expect(trail(flight, squares)).toMatch(/^M400 500Q250 [\d.]+ 100 500$/)
})
