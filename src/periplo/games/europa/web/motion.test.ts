import { expect, test } from 'vitest'
import type { GameEvent } from '$web/board'
import { along, isJourney, legsOf, lengthOf, stepsOf, trail, type Journey } from './motion'
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

const events = (...events: Omit<GameEvent, 'rule'>[]) => events.map((event) => ({ rule: '', ...event }) as GameEvent)

const walk: Journey = { kind: 'walked', seat: 0, from: 1, to: 4 }
const flight: Journey = { kind: 'flew', seat: 0, from: 4, to: 1 }

test('events become legs in their order, and those without motion none', () => {
  const happened = events(
    { kind: 'threw_plane', seat: 0 },
    { kind: 'as_six', seat: 0 },
    { kind: 'walked', seat: 0, from: 1, to: 3 },
    { kind: 'jumped', seat: 0, from: 3, to: 4 },
    { kind: 'threw', seat: 1, die: 5 },
  )
  expect(legsOf(happened)).toEqual([
    { kind: 'threw', face: 'plane' },
    { kind: 'walked', seat: 0, from: 1, to: 3 },
    { kind: 'jumped', seat: 0, from: 3, to: 4 },
    { kind: 'threw', face: 5 },
  ])
  expect(legsOf(happened).filter(isJourney)).toHaveLength(2)
})

test('one waits for a card only where it sends somebody on', () => {
  const drew = { kind: 'drew', seat: 1, deck: 'spain', card: 2 }
  expect(legsOf(events(drew))).toEqual([])
  expect(legsOf(events(drew, { kind: 'went', seat: 1, from: 4, to: 2 })).map(({ kind }) => kind)).toEqual(['drew', 'went'])
})

test('a longer walk takes longer', () => {
  expect(lengthOf(walk)).toBeCloseTo(3 * lengthOf({ ...walk, to: 2 }))
})

test('a leg begins where the one before it ended, and the die stays as it was thrown', () => {
  const steps = stepsOf([1, 4], events({ kind: 'threw', seat: 0, die: 2 }, { kind: 'walked', seat: 0, from: 1, to: 3 }, { kind: 'jumped', seat: 0, from: 3, to: 4 }))
  expect(steps.map(({ picture: { places, face } }) => [places, face])).toEqual([
    [[1, 4], 2],
    [[1, 4], 2],
    [[3, 4], 2],
  ])
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
