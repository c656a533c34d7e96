import { describe, expect, test } from 'vitest'
import type { GameEvent } from '../board'
import { readLayout, choicesAt, piecesOf, spot, stepsOf, type PlaceName } from './plain'

const track = readLayout({ width: 400, height: 100, squares: [0, 1, 2, 3].map((at) => ({ at, x: 100 * at, y: 50, kind: 'plain', name: 'Via' })), labels: [{ at: 1, x: 7, y: 7 }] })!
const names = readLayout({ wheels: ['a1', 'a2'].map((name, n) => ({ name, x: 50 * n, y: 10 })), colours: [{ fill: 'red' }] })!

describe('places', () => {
  test('are whatever has a name and a place in the layout', () => {
    expect([...track.places.keys()]).toEqual([0, 1, 2, 3])
    expect([...names.places.keys()]).toEqual(['a1', 'a2'])
    expect(track).toMatchObject({ width: 400, height: 100, radius: 20 })
    expect(names.radius).toBeLessThan(20)
  })
  test.each([[{}], [null], [{ width: 3, squares: [{ at: 1 }] }]])('are none in %j', (layout) => expect(readLayout(layout)).toBeNull())
})

describe('pieces', () => {
  test('stand where each seat has them', () => {
    expect(piecesOf({ turn: 1, seats: [{ at: 2, points: 3 }, { at: 0, points: 1 }] }, track, 2)).toEqual([
      { seat: 0, at: 2 },
      { seat: 1, at: 0 },
    ])
    expect(piecesOf({ seats: [{ pieces: [1, 1, 3] }] }, track, 1).map(({ at }) => at)).toEqual([1, 1, 3])
  })
  test('are found by texts under any name', () => {
    expect(piecesOf({ teams: [{ reos: ['a1', 'gone'], colour: 'red' }] }, names, 1)).toEqual([{ seat: 0, at: 'a1' }])
  })
  test('are none where the position says nothing of them', () => expect(piecesOf({ winner: null }, track, 2)).toEqual([]))
})

test('a piece walks the whole path that an event names, and stays there', () => {
  const walked = (seat: number, path: PlaceName[]) => ({ rule: 'X-1', kind: 'walked', seat, piece: 0, path }) as GameEvent
  const before = [{ seat: 0, at: 0 }, { seat: 1, at: 0 }]
  const steps = stepsOf(before, [walked(1, [0, 1, 2]), { rule: 'X-2', kind: 'threw' }, walked(0, [0, 3])], track)
  expect(steps.map(({ picture }) => picture)).toEqual([
    { pieces: [before[0]], mover: { seat: 1, from: 0, to: 1 } },
    { pieces: [before[0]], mover: { seat: 1, from: 1, to: 2 } },
    { pieces: [{ seat: 1, at: 2 }], mover: { seat: 0, from: 0, to: 3 } },
  ])
})

test('choices are at the place they point at', () => {
  const choices = [{ text: 'go', to: 2 }, { text: 'run', path: [0, 1, 2] }, { text: 'stay' }, { text: 'leave', to: 99 }]
  expect([...choicesAt(choices, track)].map(([at, found]) => [at, found.map(({ text }) => text)])).toEqual([[2, ['go', 'run']]])
})

test('pieces of one place stand in rows, however many', () => {
  const place = track.places.get(1)!
  expect(spot(place, 40, 0, 1)).toEqual({ x: 100, y: 60, size: 22 })
  expect([0, 1].map((n) => spot(place, 40, n, 2).x)).toEqual([80, 120])
  expect([0, 1, 2, 3].map((n) => spot(place, 40, n, 4))).toEqual([35, 35, 75, 75].map((y, n) => ({ x: n % 2 ? 120 : 80, y, size: 16 })))
  expect(spot(place, 40, 0, 10).size).toBe(10)
})
