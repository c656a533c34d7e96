import { describe, expect, test } from 'vitest'
import type { GameEvent } from '$web/board'
import { motion, resting, type Mover, type Place } from './motion'
import type { Flock, Piece, Position } from './position'

function flock(bearer: number, strays: (number | Piece)[] = [], home = 5): Flock {
  const pieces = strays.map((stray) => (typeof stray === 'number' ? { at: stray, held: 0 } : stray))
  return { square: 60, bearer, held: 0, strays: pieces, home, eggs: 0, throws: 1, spent: false }
}

function position(...flocks: Flock[]): Position {
  return { race: 1, turn: 0, phase: 'throw', dice: null, owed: 0, winner: null, flocks }
}

const event = (kind: string, facts: object): GameEvent => ({ rule: '', kind, seat: 0, ...facts })
const threw = event('threw', { dice: [3, 4] })
const bearer = (kind: string, path: Place[], facts = {}) => event(kind, { piece: 'bearer', path, ...facts })
const stray = (kind: string, stray: number, path: Place[], facts = {}) =>
  event(kind, { piece: 'stray', stray, path, ...facts })
const way = (mover: Mover) => [mover.from, ...mover.legs.map((leg) => leg.to)]

describe('a motion', () => {
  test('walks square by square, over a goose too', () => {
    const events = [threw, bearer('walked', [2, 3, 4, 5]), bearer('walked', [5, 6, 7, 8])]
    const { movers } = motion(position(flock(2)), events)
    expect(movers.map(way)).toEqual([[2, 3, 4, 5, 6, 7, 8]])
    expect(movers[0]!.legs.some((leg) => leg.flies)).toBe(false)
  })

  test.each([17, 7])('flies where it does not walk, however near: to %i', (to) => {
    const { movers } = motion(position(flock(4)), [threw, bearer('walked', [4, 5, 6]), bearer('sent', [6, to])])
    expect(movers[0]!.legs.map((leg) => leg.flies)).toEqual([false, false, true])
  })

  test('takes people who go the same way together', () => {
    const events = [
      threw,
      ...[0, 1].flatMap((n) => [stray('walked', n, [34, 35, 36]), stray('sent', n, [36, 34])]),
      stray('walked', 2, [1, 2, 3]),
    ]
    const { movers } = motion(position(flock(50, [34, 34, 1])), events)
    expect(movers.map((mover) => [mover.count, way(mover)])).toEqual([
      [2, [34, 35, 36, 34]],
      [1, [1, 2, 3]],
    ])
  })

  test('keeps strays apart where one begins on the square on which another ends', () => {
    const events = [threw, stray('turned', 0, [60, 61, 60]), stray('walked', 1, [59, 60]), stray('walked', 1, [60, 61])]
    const { movers } = motion(position(flock(9, [60, 59])), events)
    expect(movers.map(way)).toEqual([
      [60, 61, 60],
      [59, 60, 61],
    ])
  })

  test('lets the one go who is named, and leaves the other one on its square', () => {
    const held = { at: 20, held: 2 }
    const before = position(flock(9, [held, 20]))
    const free = motion(before, [stray('walked', 1, [20, 21])])
    expect(free.movers.map((mover) => mover.held)).toEqual([0])
    expect(resting(before, free)).toContainEqual({ seat: 0, bearer: false, at: 20, held: 2, count: 1 })
    expect(motion(before, [stray('walked', 0, [20, 21])]).movers[0]!.held).toBe(2)
  })

  test('flies the two bearers of a swap across', () => {
    const events = [bearer('swapped', [60, 7], { other: 1 }), bearer('exchanged', [7, 60], { seat: 1, other: 0 })]
    const { movers, roll } = motion(position(flock(60), flock(7)), events)
    expect(movers.map((mover) => [mover.seat, way(mover)])).toEqual([
      [0, [60, 7]],
      [1, [7, 60]],
    ])
    expect(movers.every((mover) => mover.legs.every((leg) => leg.flies))).toBe(true)
    expect(roll).toBe(0)
  })

  test('calls people out after the walk and takes them home after that', () => {
    const events = [
      threw,
      bearer('walked', [4, 5, 6]),
      event('owes', { piece: 'bearer', at: 6, pledges: 2 }),
      bearer('sent', [6, 17]),
      stray('called', 0, ['home', 1]),
      bearer('covered', [17, 1], { pledges: 1 }),
      stray('reunited', 0, [1, 'home'], { at: 1 }),
    ]
    const moved = motion(position(flock(4, [], 1)), events)
    expect(moved.movers.map(way)).toEqual([
      [4, 5, 6, 17, 1],
      ['home', 1, 'home'],
    ])
    expect(moved.debts).toEqual([{ at: 6, pledges: 2 }])
    const [covers, called] = moved.movers
    expect(called!.legs[0]!.begin).toBe(covers!.legs[2]!.end)
    expect(called!.legs[1]!.begin).toBe(covers!.legs[3]!.end)
    expect(moved.length).toBe(called!.legs[1]!.end)
  })

  test('lets a stray who pays go back after the others have walked', () => {
    const events = [threw, stray('walked', 1, [20, 21, 22]), stray('sent', 0, [40, 1], { pledges: 1 })]
    const { movers } = motion(position(flock(9, [40, 20])), events)
    expect(movers[1]!.legs[0]!.begin).toBeCloseTo(movers[0]!.legs.at(-1)!.end)
  })

  test('starts again once the winner has arrived', () => {
    const events = [
      threw,
      bearer('walked', [61, 62]),
      event('golden', { eggs: 2, race: 2 }),
      bearer('restarted', [62, 0]),
      bearer('restarted', [20, 0], { seat: 1 }),
      stray('came_home', 0, [9, 'home'], { seat: 1 }),
    ]
    const { movers } = motion(position(flock(61), flock(20, [9])), events)
    expect(movers.map(way)).toEqual([
      [61, 62, 0],
      [20, 0],
      [9, 'home'],
    ])
    const [winner, other] = movers
    expect(other!.legs[0]!.begin).toBe(winner!.legs[0]!.end)
  })

  test('takes five step lengths at most', () => {
    const walk = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
    const events = [
      threw,
      ...[9, 18, 27, 36].map((from) => bearer('walked', walk(from, from + 9))),
      stray('called', 0, ['home', 1]),
      stray('called', 1, ['home', 1]),
      stray('reunited', 1, [1, 'home']),
    ]
    const { length } = motion(position(flock(9, [])), events)
    expect(length).toBeGreaterThan(3)
    expect(length).toBeLessThanOrEqual(5)
  })
})
