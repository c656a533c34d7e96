// How the pieces got from one position to the next, told by the events in between. Nothing here decides where a piece
// ends: that is in the position, and whatever the events leave open is flown over at the end.

import type { GameEvent } from '$web/board'
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
const GARDEN = 63
const CALLED_TO = 1

interface Walker {
  seat: number
  bearer: boolean
  held: number
  from: Place
  at: Place
  hasWalked: boolean
  way: { to: Place; flies: boolean; stage: number }[]
}

export function motion(before: Position, events: GameEvent[], after: Position): Motion {
  const walkers = follow(before, events)
  settle(walkers, after)
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
    if (!walker.way.length) continue
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

/** Everybody's way, as the events tell it. */
function follow(before: Position, events: GameEvent[]): Walker[] {
  const walkers = groups(before).flatMap(({ seat, bearer, at, held, count }) =>
    Array.from({ length: count }, () => walker(seat, bearer, at, held)),
  )
  let last: Walker | undefined
  let freed = false
  for (const event of events) {
    const seat = event.seat!
    const bearer = event.piece === 'bearer'
    const from = event.from as number
    const to = event.to as number
    const bearerOf = (seat: number) => walkers.find((one) => one.bearer && one.seat === seat)!
    const strayAt = (at: Place) => walkers.find((one) => !one.bearer && one.seat === seat && one.at === at)
    switch (event.kind) {
      case 'walked':
      case 'turned':
        if (!goesOn(event, last)) {
          const waiting = walkers.filter(
            (one) => one.seat === seat && one.bearer === bearer && one.at === from && !one.hasWalked,
          )
          last = waiting.find((one) => (one.held !== 0) === freed) ?? waiting[0]
        }
        if (last) walk(last, to, event.kind === 'turned')
        break
      case 'leapt':
        if (last) fly(last, to, WALK)
        break
      case 'sent':
        if (event.rule === 'OCA-24') last = strayAt(from)
        if (last) fly(last, to, event.rule === 'OCA-24' ? PAY : WALK)
        break
      case 'gathered': {
        const one = bearer ? bearerOf(seat) : strayAt(from)
        if (one && from !== to) fly(one, to, WALK)
        break
      }
      case 'swapped':
        fly(bearerOf(seat), to, WALK)
        fly(bearerOf(event.other as number), from, WALK)
        break
      case 'called':
        for (let n = 0; n < (event.people as number); n++) {
          const called = walker(seat, false, 'home', 0)
          fly(called, CALLED_TO, PAY)
          walkers.push(called)
        }
        break
      case 'covered':
        if (from !== to) fly(bearerOf(seat), to, PAY)
        break
      case 'reunited': {
        const one = strayAt(event.at as number)
        if (one) fly(one, 'home', GO_HOME)
        break
      }
    }
    freed = event.kind === 'climbed_out'
  }
  return walkers
}

function walker(seat: number, bearer: boolean, from: Place, held: number): Walker {
  return { seat, bearer, held, from, at: from, hasWalked: false, way: [] }
}

/** Whether a walk is the last piece's, from a goose or a leap on, and not the next piece's first. */
function goesOn(event: GameEvent, last: Walker | undefined): boolean {
  if (!last || event.rule === 'OCA-1' || last.at !== event.from) return false
  if (last.seat !== event.seat || last.bearer !== (event.piece === 'bearer')) return false
  const [before, end] = [last.way.at(-2)?.to ?? last.from, last.way.at(-1)?.to]
  // nobody turns twice in a throw: one that walks backwards already is another's predecessor
  return event.kind !== 'turned' || (before as number) < (end as number)
}

function walk(one: Walker, to: number, turns: boolean): void {
  one.hasWalked = true
  if (turns) walk(one, GARDEN, false)
  const step = to > (one.at as number) ? 1 : -1
  while (one.at !== to) {
    one.at = (one.at as number) + step
    one.way.push({ to: one.at, flies: false, stage: WALK })
  }
}

function fly(one: Walker, to: Place, stage: number): void {
  one.at = to
  one.way.push({ to, flies: true, stage })
}

/** Let everybody end where the position has them: the flock that gathers, the race that starts again. */
function settle(walkers: Walker[], after: Position): void {
  after.flocks.forEach((flock, seat) => {
    const missing = flock.strays.map((stray) => stray.at)
    for (const one of walkers.filter((one) => one.seat === seat)) {
      if (one.bearer) {
        if (one.at !== flock.bearer) fly(one, flock.bearer, GO_HOME)
      } else if (missing.includes(one.at as number)) {
        missing.splice(missing.indexOf(one.at as number), 1)
      } else if (one.at !== 'home') {
        fly(one, 'home', GO_HOME)
      }
    }
    for (const at of missing) {
      const called = walker(seat, false, 'home', 0)
      fly(called, at, PAY)
      walkers.push(called)
    }
  })
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
