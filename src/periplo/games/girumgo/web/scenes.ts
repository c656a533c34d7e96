// How one position became the next: the events of a snapshot as scenes, each with one thing that moves.
// Nothing here decides anything: events say what moved and what they changed, and the last picture is the position itself.

import type { GameEvent } from '$web/board'
import { moveOf, type Shown as ShownBoard, type Step, viewAfter } from '$web/boards/player'
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

/** What shows together with what moved last; other things that do not move show when that has ended. */
const AT_ONCE = new Set(['unmarked', 'gained'])

export const still = ({ view, derived }: Shown): Scene => ({ view, links: derived.links, motion: null })

export function scenesOf(layout: Layout, before: Shown, events: GameEvent[], end: Shown): Step<Scene>[] {
  const scenes: Step<Scene>[] = []
  let { view } = before
  for (const event of events) {
    const earlier = view
    view = viewAfter(earlier, event)
    const motion = motionOf(layout, earlier, view, event)
    if (motion) scenes.push({ picture: { view, links: [], motion: motion.motion }, length: motion.length })
    else if (scenes.length && AT_ONCE.has(event.kind)) scenes.at(-1)!.picture.view = view
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

function motionOf(layout: Layout, before: View, now: View, event: GameEvent): { motion: Motion; length: number } | null {
  const walk = (): Motion => {
    const { seat } = moveOf(event)!
    return { kind: 'walk', seat, from: pieceSpot(layout, before, seat), to: pieceSpot(layout, now, seat) }
  }
  const wheel = () => numberOf(layout, event.wheel as string)
  switch (event.kind) {
    case 'set': {
      const to = event.to as number
      return { motion: { kind: 'spin', wheel: wheel(), from: to - 1, by: 1 }, length: LENGTHS.set }
    }
    case 'threw':
      return { motion: { kind: 'throw' }, length: LENGTHS.throw }
    case 'spun': {
      const by = event.way === 'counterclockwise' ? 1 : -1
      return { motion: { kind: 'spin', wheel: wheel(), from: event.from as number, by }, length: LENGTHS.spin }
    }
    case 'formed':
      return { motion: { kind: 'glow', gap: event.gap as string }, length: LENGTHS.glow }
    case 'surrounded':
      return { motion: { kind: 'strike', wheel: numberOf(layout, event.at as string) }, length: LENGTHS.strike }
    case 'crossed':
      return { motion: walk(), length: LENGTHS.cross }
    case 'sent_back':
      return { motion: walk(), length: LENGTHS.back }
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
