// How a snapshot's events are shown: as legs, each with its length.
import type { GameEvent } from '$web/board'
import type { Step } from '$web/boards/player'
import { foot, type Face, type Point, type Square } from './race'

export interface Journey {
  kind: 'walked' | 'flew' | 'went' | 'jumped'
  seat: number
  from: number
  to: number
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

export interface Spot extends Point {
  /** Degrees by which something that flies is turned, upwards being 0. */
  turn: number
}

// in step lengths
const STEP = 0.55 // a square on foot
const LENGTHS = { threw: 1.6, drew: 1.2, flew: 3, went: 2.4, jumped: 1.8 }

const HOP = 9 // how high a piece on foot is lifted between two squares

export const isJourney = (leg: Leg): leg is Journey => 'seat' in leg

export function legsOf(events: GameEvent[]): Leg[] {
  const legs: Leg[] = []
  for (const event of events) {
    const { kind } = event
    if (kind === 'threw') legs.push({ kind, face: event.die as number })
    else if (kind === 'threw_plane') legs.push({ kind: 'threw', face: 'plane' })
    else if (kind === 'drew') legs.push({ kind })
    else if (kind === 'walked' || kind === 'flew' || kind === 'went' || kind === 'jumped') {
      legs.push({ kind, seat: event.seat!, from: event.from as number, to: event.to as number })
    }
  }
  return legs.filter(({ kind }, n) => kind !== 'drew' || n + 1 < legs.length)
}

export const lengthOf = (leg: Leg): number =>
  leg.kind === 'walked' ? STEP * Math.abs(leg.to - leg.from) : LENGTHS[leg.kind]

/** What is under way: a leg, where the pieces were before it, and the die that was thrown on the way to it. */
export interface UnderWay {
  leg: Leg
  places: number[]
  face: Face | null
}

export function stepsOf(places: number[], events: GameEvent[]): Step<UnderWay>[] {
  let face: Face | null = null
  return legsOf(events).map((leg) => {
    if (leg.kind === 'threw') face = leg.face
    const picture = { leg, places, face }
    if (isJourney(leg)) places = places.with(leg.seat, leg.to)
    return { picture, length: lengthOf(leg) }
  })
}

/** The top of the arc between two squares, as the control point of a curve. */
function top(a: Point, b: Point): Point {
  const height = 40 + 0.45 * Math.hypot(b.x - a.x, b.y - a.y)
  return { x: (a.x + b.x) / 2, y: Math.max(0, Math.min(a.y, b.y) - height) }
}

/** Where a piece is after a part, 0 to 1, of its journey. */
export function along(leg: Journey, part: number, squares: Square[]): Spot {
  if (leg.kind === 'walked') return onFoot(leg, part, squares)
  const a = foot(squares[leg.from]!)
  const b = foot(squares[leg.to]!)
  const c = top(a, b)
  const t = part * part * (3 - 2 * part) // gently off, gently down
  const x = (1 - t) ** 2 * a.x + 2 * t * (1 - t) * c.x + t * t * b.x
  const y = (1 - t) ** 2 * a.y + 2 * t * (1 - t) * c.y + t * t * b.y
  const dx = (1 - t) * (c.x - a.x) + t * (b.x - c.x)
  const dy = (1 - t) * (c.y - a.y) + t * (b.y - c.y)
  return { x, y, turn: (Math.atan2(dy, dx) * 180) / Math.PI + 90 }
}

function onFoot(leg: Journey, part: number, squares: Square[]): Spot {
  const steps = Math.abs(leg.to - leg.from)
  const done = Math.min(Math.floor(part * steps), steps - 1)
  const ahead = Math.sign(leg.to - leg.from)
  const a = foot(squares[leg.from + ahead * done]!)
  const b = foot(squares[leg.from + ahead * (done + 1)]!)
  const t = part * steps - done
  return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) - HOP * Math.sin(Math.PI * t), turn: 0 }
}

/** The journey as a path, to be left behind. */
export function trail(leg: Journey, squares: Square[]): string {
  const a = squares[leg.from]!
  const b = squares[leg.to]!
  if (leg.kind !== 'walked') {
    const c = top(a, b)
    return `M${a.x} ${a.y}Q${c.x} ${c.y} ${b.x} ${b.y}`
  }
  const ahead = Math.sign(leg.to - leg.from)
  let path = `M${a.x} ${a.y}`
  for (let at = leg.from; at !== leg.to; at += ahead) path += `L${squares[at + ahead]!.x} ${squares[at + ahead]!.y}`
  return path
}
