// Where a mover is at a moment of its motion.

import { radius, type Standing } from './crowd'
import type { Mover, Place } from './motion'
import type { Point, Square } from './position'

export interface Pose extends Point {
  radius: number
  /** 0 hidden at home, 1 on the board. */
  shown: number
}

export interface Scene {
  squares: Square[]
  before: Standing[]
  after: Standing[]
  home: Point[]
}

export function pose(mover: Mover, clock: number, scene: Scene): Pose {
  const last = mover.legs.length - 1
  const next = mover.legs.findIndex((leg) => clock < leg.end)
  if (next < 0) return at(mover, mover.legs[last]!.to, scene.after, scene)
  const leg = mover.legs[next]!
  const from = next ? at(mover, mover.legs[next - 1]!.to, [], scene) : at(mover, mover.from, scene.before, scene)
  if (clock <= leg.begin) return from
  const to = at(mover, leg.to, next === last ? scene.after : [], scene)
  const part = (clock - leg.begin) / (leg.end - leg.begin)
  const gone = leg.flies ? part * part * (3 - 2 * part) : part
  const mix = (a: number, b: number) => a + (b - a) * gone
  const hop = Math.sin(Math.PI * part)
  const far = Math.hypot(to.x - from.x, to.y - from.y)
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y) - hop * (leg.flies ? Math.min(90, far * 0.25) : 5),
    radius: mix(from.radius, to.radius) * (1 + hop * (leg.flies ? 0.35 : 0.08)),
    shown: mix(from.shown, to.shown),
  }
}

/** The place itself, or where in it the mover's people stand among others. */
function at({ seat, bearer }: Mover, place: Place, standing: Standing[], { squares, home }: Scene): Pose {
  if (place === 'home') return { ...home[seat]!, radius: radius(bearer, Infinity), shown: 0 }
  const own = standing.find((one) => one.at === place && one.seat === seat && one.bearer === bearer)
  if (own) return { x: own.x, y: own.y, radius: own.radius, shown: 1 }
  const { x, y, depth } = squares[place]!.room
  return { x, y, radius: radius(bearer, depth), shown: 1 }
}
