import { describe, expect, test } from 'vitest'
import type { GameEvent } from '$web/board'
import { motion, resting, type Mover } from './motion'
import type { Flock, Piece, Position } from './position'

function flock(bearer: number, strays: (number | Piece)[] = [], home = 5): Flock {
  const pieces = strays.map((stray) => (typeof stray === 'number' ? { at: stray, held: 0 } : stray))
  return { square: 60, bearer, held: 0, strays: pieces, home, eggs: 0, throws: 1, spent: false }
}

function position(...flocks: Flock[]): Position {
  return { race: 1, turn: 0, phase: 'throw', dice: null, owed: 0, winner: null, flocks }
}

const threw: GameEvent = { rule: 'OCA-1', kind: 'threw', seat: 0, dice: [3, 4] }
const piece = (rule: string, kind: string, piece: string, from: number, to: number): GameEvent => ({
  rule,
  kind,
  seat: 0,
  piece,
  from,
  to,
})
const way = (mover: Mover) => [mover.from, ...mover.legs.map((leg) => leg.to)]

describe('a motion', () => {
  test('walks square by square, over a goose too', () => {
    const events = [threw, piece('OCA-1', 'walked', 'bearer', 2, 5), piece('OCA-5', 'walked', 'bearer', 5, 8)]
    const { movers } = motion(position(flock(2)), events, position(flock(8)))
    expect(movers.map(way)).toEqual([[2, 3, 4, 5, 6, 7, 8]])
    expect(movers[0]!.legs.some((leg) => leg.flies)).toBe(false)
  })

  test('turns back in the garden', () => {
    const events = [threw, piece('OCA-3', 'turned', 'bearer', 61, 60)]
    const { movers } = motion(position(flock(61)), events, position(flock(60)))
    expect(movers.map(way)).toEqual([[61, 62, 63, 62, 61, 60]])
  })

  test('takes people who go the same way together', () => {
    const one = [piece('OCA-1', 'walked', 'stray', 34, 36), piece('OCA-15', 'sent', 'stray', 36, 34)]
    const events = [threw, ...one, ...one, piece('OCA-1', 'walked', 'stray', 1, 3)]
    const { movers } = motion(position(flock(50, [34, 34, 1])), events, position(flock(50, [34, 34, 3])))
    expect(movers.map((mover) => [mover.count, way(mover)])).toEqual([
      [2, [34, 35, 36, 34]],
      [1, [1, 2, 3]],
    ])
  })

  test('knows a stray that turns by itself from one that goes on from a goose', () => {
    const events = [
      threw,
      piece('OCA-1', 'walked', 'stray', 58, 59),
      piece('OCA-3', 'turned', 'stray', 59, 62),
      piece('OCA-3', 'turned', 'stray', 62, 62),
    ]
    // the second stray begins where the first one has just come to rest
    const { movers } = motion(position(flock(9, [62, 58])), events, position(flock(9, [62, 62])))
    expect(movers.map(way)).toEqual([
      [62, 63, 62],
      [58, 59, 60, 61, 62, 63, 62],
    ])
  })

  test('lets those go whom the dice freed, and leaves the others where they are', () => {
    const held = { at: 52, held: 2 }
    const before = position(flock(9, [held, 52]))
    const free = [piece('OCA-1', 'walked', 'stray', 52, 54)]
    const told = motion(before, free, position(flock(9, [54, held])))
    expect(told.movers.map((mover) => mover.held)).toEqual([0])
    expect(resting(before, told)).toContainEqual({ seat: 0, bearer: false, at: 52, held: 2, count: 1 })
    const freed = [piece('OCA-17', 'climbed_out', 'stray', 52, 52), ...free]
    expect(motion(before, freed, position(flock(9, [54, 52]))).movers[0]!.held).toBe(2)
  })

  test('flies the two bearers of a swap across', () => {
    const swapped: GameEvent = { rule: 'OCA-4', kind: 'swapped', seat: 0, other: 1, from: 60, to: 7 }
    const { movers, roll } = motion(position(flock(60), flock(7)), [swapped], position(flock(7), flock(60)))
    expect(movers.map(way)).toEqual([
      [60, 7],
      [7, 60],
    ])
    expect(movers.every((mover) => mover.legs.every((leg) => leg.flies))).toBe(true)
    expect(roll).toBe(0)
  })

  test('calls people out after the walk and takes them home after that', () => {
    const events: GameEvent[] = [
      threw,
      piece('OCA-1', 'walked', 'bearer', 4, 6),
      { rule: 'OCA-9', kind: 'owes', seat: 0, piece: 'bearer', at: 6, pledges: 2 },
      piece('OCA-9', 'sent', 'bearer', 6, 17),
      { rule: 'OCA-24', kind: 'called', seat: 0, people: 1 },
      { rule: 'OCA-24', kind: 'covered', seat: 0, from: 17, to: 1, pledges: 1 },
      { rule: 'OCA-22', kind: 'reunited', seat: 0, at: 1 },
    ]
    const told = motion(position(flock(4, [], 1)), events, position(flock(1, [], 1)))
    expect(told.movers.map(way)).toEqual([
      [4, 5, 6, 17, 1],
      ['home', 1, 'home'],
    ])
    expect(told.debts).toEqual([{ at: 6, pledges: 2 }])
    const [bearer, called] = told.movers
    expect(called!.legs[0]!.begin).toBe(bearer!.legs[2]!.end)
    expect(called!.legs[1]!.begin).toBe(bearer!.legs[3]!.end)
    expect(told.length).toBe(called!.legs[1]!.end)
  })

  test('ends where the position says, whatever the events leave open', () => {
    const golden: GameEvent = { rule: 'OCA-21', kind: 'golden', seat: 0, eggs: 2, race: 2 }
    const before = position(flock(63), flock(20, [9, 1]))
    const { movers } = motion(before, [golden], position(flock(0), flock(0)))
    expect(movers.map(way)).toEqual([
      [63, 0],
      [20, 0],
      [9, 'home'],
      [1, 'home'],
    ])
    const appeared = motion(position(flock(5)), [], position(flock(5, [7])))
    expect(appeared.movers.map(way)).toEqual([['home', 7]])
  })

  test('takes five step lengths at most', () => {
    const events: GameEvent[] = [threw]
    for (const [from, to] of [[9, 18], [18, 27], [27, 36], [36, 45]] as const) {
      events.push(piece(from === 9 ? 'OCA-1' : 'OCA-5', 'walked', 'bearer', from, to))
    }
    events.push({ rule: 'OCA-24', kind: 'called', seat: 0, people: 2 }, { rule: 'OCA-22', kind: 'reunited', seat: 0, at: 1 })
    const { length } = motion(position(flock(9, [])), events, position(flock(45, [1])))
    expect(length).toBeGreaterThan(3)
    expect(length).toBeLessThanOrEqual(5)
  })
})
