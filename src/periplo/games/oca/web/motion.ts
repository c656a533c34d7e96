// How the pieces got from one position to the next: the events in between name each piece and its whole way.

import type { GameEvent } from '$web/board'
import { moveOf } from '$web/boards/player'
import { groups, type Group } from './crowd'
import type { Position } from './position'

export type Place = number | 'home'

/** One step of a piece's way: to the next square, or through the air. */
export interface Leg {
  to: Place
  flies: boolean
  begin: number
  end: number
}

/** People who go the same way at the same time. */
export interface Mover {
  seat: number
  bearer: boolean
  held: number
  count: number
  from: Place
  legs: Leg[]
}

export interface Motion {
  /** From the first to the last, in step lengths. */
  length: number
  /** For so long the dice roll, at the beginning. */
  roll: number
  movers: Mover[]
  /** Pledges owed on a square by this throw, and when they show. */
  debts: { at: number; pledges: number }[]
  owing: number
}

// how much time things take, in step lengths
const ROLL = 1.2
const STEP = 0.3
const MOST = [2.2, 0.8, 0.7] // of walking, paying, going home
const WALK = 0
const PAY = 1
const GO_HOME = 2

const AIRTIME = 3 // a flight takes as long as so many steps
const ON_FOOT = new Set(['walked', 'turned']) // every other way is through the air

interface Walker {
  seat: number
  bearer: boolean
  held: number
  from: Place
  way: { to: Place; flies: boolean; stage: number }[]
}

/** The motion of one action: in it the events name strays as they stood before. */
export function motion(before: Position, events: GameEvent[]): Motion {
  const walkers = follow(before, events)
  const roll = events.some((event) => event.kind === 'threw') ? ROLL : 0
  let begin = roll
  const stages = MOST.map((most, stage) => {
    const longest = Math.max(0, ...walkers.map((walker) => effort(walker, stage)))
    const length = Math.min(most, longest * STEP)
    const timed = { begin, step: longest ? length / longest : 0 }
    begin += length
    return timed
  })
  const movers = new Map<string, Mover>()
  for (const walker of walkers) {
    const { seat, bearer, held, from } = walker
    const legs = stages.flatMap(({ begin, step }, stage) => timed(walker, stage, begin, step))
    const alike = JSON.stringify([seat, bearer, held, from, legs])
    const same = movers.get(alike)
    if (same) same.count += 1
    else movers.set(alike, { seat, bearer, held, count: 1, from, legs })
  }
  const owing = roll + (stages[PAY]!.begin - roll) / 2
  return { length: begin, roll, movers: [...movers.values()], debts: debts(events), owing }
}

/** Those whom a motion leaves where they are. */
export function resting(before: Position, { movers }: Motion): Group[] {
  return groups(before)
    .map((group) => {
      const gone = movers.filter(
        ({ seat, bearer, from, held }) =>
          seat === group.seat && bearer === group.bearer && from === group.at && held === group.held,
      )
      return { ...group, count: gone.reduce((left, mover) => left - mover.count, group.count) }
    })
    .filter((group) => group.count > 0)
}

/** The ways of all who move. */
function follow(before: Position, events: GameEvent[]): Walker[] {
  const walkers = new Map<string, Walker>()
  for (const event of events) {
    const move = moveOf(event)
    if (!move) continue
    const { seat } = move
    const path = move.path as Place[]
    const stray = event.stray as number | undefined
    const key = `${seat} ${stray ?? 'bearer'}`
    const one = walkers.get(key) ?? walker(before, seat, stray, path[0]!)
    walkers.set(key, one)
    const stage = stageOf(event, path)
    const flies = !ON_FOOT.has(event.kind)
    for (const to of path.slice(1)) one.way.push({ to, flies, stage })
  }
  return [...walkers.values()]
}

function walker(before: Position, seat: number, stray: number | undefined, from: Place): Walker {
  const flock = before.flocks[seat]!
  const held = stray === undefined ? flock.held : (flock.strays[stray]?.held ?? 0)
  return { seat, bearer: stray === undefined, held, from, way: [] }
}

/** Everybody walks at once; then pledges are paid; then people go home, or all go back to the start. */
function stageOf({ kind, pledges }: GameEvent, path: Place[]): number {
  if (path.at(-1) === 'home' || kind === 'restarted') return GO_HOME
  return path[0] === 'home' || pledges ? PAY : WALK
}

const weight = (leg: { flies: boolean }) => (leg.flies ? AIRTIME : 1)

function effort({ way }: Walker, stage: number): number {
  return way.reduce((sum, leg) => (leg.stage === stage ? sum + weight(leg) : sum), 0)
}

function timed({ way }: Walker, stage: number, begin: number, step: number): Leg[] {
  let now = begin
  return way
    .filter((leg) => leg.stage === stage)
    .map((leg) => {
      const [begin, end] = [now, now + weight(leg) * step]
      now = end
      return { to: leg.to, flies: leg.flies, begin, end }
    })
}

function debts(events: GameEvent[]): Motion['debts'] {
  const owed = new Map<number, number>()
  for (const event of events)
    if (event.kind === 'owes') {
      const at = event.at as number
      owed.set(at, (owed.get(at) ?? 0) + (event.pledges as number))
    }
  return [...owed].map(([at, pledges]) => ({ at, pledges }))
}
