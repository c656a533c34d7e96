// How a snapshot's events are shown: as legs, each with its length.
import type { GameEvent, Snapshot } from '$web/board'
import { moveOf, type Shown, type Step } from '$web/boards/player'
import { foot, type Derived, type Face, type Point, type Position, type Square } from './race'

/** A piece's way, on foot by every square or through the air between two. */
export interface Journey {
  kind: string
  seat: number
  path: number[]
}
export interface Throw {
  kind: 'threw'
  face: Face
}
/** A pause, to see what a card says before it is done. */
export interface Draw {
  kind: 'drew'
}
export type Leg = Journey | Throw | Draw

/** What is to be seen: a position, what has changed on the way from it, and the leg that is on. */
export interface Picture {
  snapshot: Snapshot
  view: Position
  derived: Derived
  /** The square of every team. */
  at: number[]
  face: Face | null
  leg: Leg | null
}

export interface Spot extends Point {
  /** Degrees by which something that flies is turned, upwards being 0. */
  turn: number
}

const STEP = 0.55 // a square on foot
const LENGTHS: Record<string, number> = { threw: 1.6, drew: 1.2, flew: 3, went: 2.4, jumped: 1.8 }
const HOP = 9 // how high a piece on foot is lifted between two squares

export const isJourney = (leg: Leg | null): leg is Journey => leg !== null && 'path' in leg
export const isOnFoot = (journey: Journey): boolean => journey.kind === 'walked'

const lengthOf = (leg: Leg): number =>
  isJourney(leg) && isOnFoot(leg) ? STEP * (leg.path.length - 1) : LENGTHS[leg.kind]!

export function legsOf(events: GameEvent[]): Leg[] {
  const legs: Leg[] = []
  for (const event of events) {
    const { kind } = event
    const move = moveOf(event)
    if (move) legs.push({ kind, seat: move.seat, path: move.path as number[] })
    else if (kind === 'threw') legs.push({ kind, face: event.die as number })
    else if (kind === 'threw_plane') legs.push({ kind: 'threw', face: 'plane' })
    else if (kind === 'drew') legs.push({ kind })
  }
  return legs.filter(({ kind }, n) => kind !== 'drew' || n + 1 < legs.length)
}

export const still = ({ snapshot, view, derived }: Shown<Position, Derived>): Picture => ({
  snapshot,
  view,
  derived,
  at: view.teams.map(({ at }) => at),
  face: view.die,
  leg: null,
})

/** What leads on from a picture at rest. */
export function stepsFrom(rest: Picture, events: GameEvent[]): Step<Picture>[] {
  let now = rest
  return legsOf(events).map((leg) => {
    if ('face' in leg) now = { ...now, face: leg.face }
    const picture = { ...now, leg }
    if (isJourney(leg)) now = { ...now, at: now.at.with(leg.seat, leg.path.at(-1)!) }
    return { picture, length: lengthOf(leg) }
  })
}

/** The top of the arc between two squares, as the control point of a curve. */
function top(a: Point, b: Point): Point {
  const height = 40 + 0.45 * Math.hypot(b.x - a.x, b.y - a.y)
  return { x: (a.x + b.x) / 2, y: Math.max(0, Math.min(a.y, b.y) - height) }
}

/** Where a piece is after a part, 0 to 1, of its journey. */
export function along(journey: Journey, part: number, squares: Square[]): Spot {
  if (isOnFoot(journey)) return onFoot(journey.path, part, squares)
  const a = foot(squares[journey.path[0]!]!)
  const b = foot(squares[journey.path.at(-1)!]!)
  const c = top(a, b)
  const t = part * part * (3 - 2 * part) // gently off, gently down
  const x = (1 - t) ** 2 * a.x + 2 * t * (1 - t) * c.x + t * t * b.x
  const y = (1 - t) ** 2 * a.y + 2 * t * (1 - t) * c.y + t * t * b.y
  const dx = (1 - t) * (c.x - a.x) + t * (b.x - c.x)
  const dy = (1 - t) * (c.y - a.y) + t * (b.y - c.y)
  return { x, y, turn: (Math.atan2(dy, dx) * 180) / Math.PI + 90 }
}

function onFoot(path: number[], part: number, squares: Square[]): Spot {
  const steps = path.length - 1
  const done = Math.min(Math.floor(part * steps), steps - 1)
  const a = foot(squares[path[done]!]!)
  const b = foot(squares[path[done + 1]!]!)
  const t = part * steps - done
  return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) - HOP * Math.sin(Math.PI * t), turn: 0 }
}

/** A way on foot as a line. */
export const line = (path: number[], squares: Square[]): string =>
  `M${path.map((at) => `${squares[at]!.x} ${squares[at]!.y}`).join('L')}`

/** The journey as a line, to be left behind. */
export function trail(journey: Journey, squares: Square[]): string {
  if (isOnFoot(journey)) return line(journey.path, squares)
  const a = squares[journey.path[0]!]!
  const b = squares[journey.path.at(-1)!]!
  const c = top(a, b)
  return `M${a.x} ${a.y}Q${c.x} ${c.y} ${b.x} ${b.y}`
}
