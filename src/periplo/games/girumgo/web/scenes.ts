// How one position became the next: the events of a snapshot as scenes, each with one thing that moves.
// Nothing here decides anything: what happened is read from the events, and the last picture is the position itself.

import type { GameEvent } from '$web/board'
import type { Shown as ShownBoard, Step } from '$web/boards/player'
import { type Derived, type Layout, type Link, numberOf, pieceSpot, type Point, type View } from './picture'

export type Shown = Pick<ShownBoard<View, Derived>, 'view' | 'derived'>

export type Motion =
  | { kind: 'spin'; wheel: number; from: number; by: number }
  | { kind: 'walk'; seat: number; from: Point; to: Point }
  | { kind: 'throw' }
  | { kind: 'glow'; gap: string }
  | { kind: 'strike'; wheel: number }

export interface Scene {
  /** The position when the motion has ended. */
  view: View
  /** Where wheels show one colour side by side, while the motion is on. */
  links: Link[]
  motion: Motion | null
}

const LENGTHS = { set: 0.15, throw: 2, spin: 1.2, glow: 0.9, strike: 0.9, cross: 1.4, back: 2 }

export const still = ({ view, derived }: Shown): Scene => ({ view, links: derived.links, motion: null })

export function scenesOf(layout: Layout, before: Shown, events: GameEvent[], end: Shown): Step<Scene>[] {
  const scenes: Step<Scene>[] = []
  let { view } = before
  for (const event of events) {
    const earlier = view
    view = after(earlier, event, layout)
    const motion = motionOf(layout, earlier, view, event)
    if (motion) scenes.push({ picture: { view, links: [], motion: motion.motion }, length: motion.length })
    else if (scenes.length) scenes.at(-1)!.picture.view = view // it shows together with what moved last
  }
  const turns = scenes.map(({ picture: { motion } }) => (motion?.kind === 'spin' ? motion.wheel : null))
  scenes.forEach(({ picture }, n) => {
    picture.links = linksBetween(before.derived.links, end.derived.links, turns.slice(0, n), turns[n]!, turns.slice(n + 1))
  })
  return scenes
}

/** The links that stand while a wheel turns: those of the end where all has been turned, those of the beginning where it is still to be. */
function linksBetween(
  before: Link[],
  end: Link[],
  earlier: (number | null)[],
  now: number | null,
  later: (number | null)[],
): Link[] {
  const touches = (turned: (number | null)[]) => (link: Link) => link.wheels.some((wheel) => turned.includes(wheel))
  const [isNew, isOpen, isLater] = [touches([...earlier, now]), touches([now, ...later]), touches(later)]
  return [...end.filter((link) => !isOpen(link)), ...before.filter((link) => isLater(link) && !isNew(link))]
}

function after(view: View, event: GameEvent, layout: Layout): View {
  const seat = event.seat ?? view.turn
  switch (event.kind) {
    case 'set':
      return { ...view, wheels: [...view.wheels, event.to as number], before: [...view.before, event.to as number] }
    case 'begins':
      return { ...view, turn: seat, phase: 'die' }
    case 'threw':
      return { ...view, phase: 'turn', die: event.die as number, left: event.die as number, before: view.wheels }
    case 'spun':
      return {
        ...view,
        left: event.left as number,
        wheels: view.wheels.with(numberOf(layout, event.wheel as string), event.to as number),
      }
    case 'formed': {
      const [gap, colour] = [event.gap as string, event.colour as number]
      return { ...view, marks: { ...view.marks, [gap]: colour }, counted: [...view.counted, [gap, colour]] }
    }
    case 'unmarked': {
      const { [event.gap as string]: _, ...marks } = view.marks
      return { ...view, marks }
    }
    case 'gained':
      return withSeat(view, seat, { advances: event.advances as number })
    case 'crossed':
      return withSeat(view, seat, { at: endOf(event), advances: event.advances as number })
    case 'surrounded': {
      const other = event.other as number
      const struck = { ...view, struck: [...view.struck, other] }
      return withSeat(struck, other, { advances: view.seats[other]!.advances - (event.loses as number) })
    }
    case 'sent_back':
      return withSeat(view, seat, { at: endOf(event) })
    default:
      return view
  }
}

/** The wheel on which the event's piece ends. */
const endOf = (event: GameEvent) => (event.path as string[]).at(-1)!

function withSeat(view: View, seat: number, change: Partial<View['seats'][number]>): View {
  return { ...view, seats: view.seats.with(seat, { ...view.seats[seat]!, ...change }) }
}

function motionOf(layout: Layout, before: View, now: View, event: GameEvent): { motion: Motion; length: number } | null {
  const walk = (seat: number): Motion => ({
    kind: 'walk',
    seat,
    from: pieceSpot(layout, before, seat),
    to: pieceSpot(layout, now, seat),
  })
  switch (event.kind) {
    case 'set': {
      const to = event.to as number
      return { motion: { kind: 'spin', wheel: now.wheels.length - 1, from: to - 1, by: 1 }, length: LENGTHS.set }
    }
    case 'threw':
      return { motion: { kind: 'throw' }, length: LENGTHS.throw }
    case 'spun': {
      const [wheel, from] = [numberOf(layout, event.wheel as string), event.from as number]
      const by = event.way === 'counterclockwise' ? 1 : -1
      return { motion: { kind: 'spin', wheel, from, by }, length: LENGTHS.spin }
    }
    case 'formed':
      return { motion: { kind: 'glow', gap: event.gap as string }, length: LENGTHS.glow }
    case 'surrounded':
      return { motion: { kind: 'strike', wheel: numberOf(layout, event.at as string) }, length: LENGTHS.strike }
    case 'crossed':
      return { motion: walk(event.seat!), length: LENGTHS.cross }
    case 'sent_back':
      return { motion: walk(event.seat!), length: LENGTHS.back }
    default:
      return null
  }
}

/** Slow at both ends. */
export const ease = (t: number) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2)

/** The rotation of a wheel at time t of the scene, 0 to 1; undefined while it is not set. */
export function rotationAt({ view, motion }: Scene, t: number, wheel: number): number | undefined {
  if (motion?.kind === 'spin' && motion.wheel === wheel) return motion.from + motion.by * ease(t)
  return view.wheels[wheel]
}
