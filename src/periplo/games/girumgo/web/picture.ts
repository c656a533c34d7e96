// The honeycomb as shapes: what lies where, for a position and the game's layout.
// Angles are in degrees, counter-clockwise from the right; a rotation is counted in wedges.

export const SIDES = 6
/** How wide a wedge is. */
export const WEDGE = 360 / SIDES
/** An arrow that goes round, counter-clockwise, in a circle of radius 10. */
export const ROUND = 'M-8-6A10 10 0 1 1-10 0M-8-6.4-8.6-13M-8-6.4-1.6-7.4'

export interface Point {
  x: number
  y: number
}

export interface Layout {
  width: number
  height: number
  pitch: number
  wheel_radius: number
  dial_radius: number
  /** The most advances that a seat can hold; null for no limit. */
  dial_most: number | null
  /** Where 0, 1, 2 … are on a dial whose radius is 50, from its middle; beyond them it shows the number alone. */
  dial_numbers: Point[]
  wheels: ({ name: string; spots: Point[] } & Point)[]
  gaps: ({ name: string; wheels: number[]; slots: number[] } & Point)[]
  /** What each colour looks like, and its word. */
  colours: { fill: string; ink: string; shape: string; hue: string }[]
  corners: { wheel: string; start_of: number | null; goal_of: number | null; dial: Point; flag: Point }[]
}

export interface View {
  phase: 'wheels' | 'first' | 'die' | 'turn' | 'over'
  turn: number
  die: number
  left: number
  radius: number
  wheels: number[]
  before: number[]
  marks: Record<string, number>
  counted: [string, number][]
  struck: number[]
  winner: number | null
  seats: { corner: number; at: string; advances: number }[]
}

/** Two slots side by side that show one colour. */
export interface Link {
  wheels: [number, number]
  slots: [number, number]
  colour: number
}

/** A crossing that lies open to a seat's piece, whether it can pay for it or not. */
export interface Way {
  seat: number
  from: string
  to: string
  /** How many crossings there are then to the goal, at least. */
  to_go: number
  /** How many fewer that is than now: less than nothing for a way back, nothing for one aside. */
  nearer: number
}

/** A seat before its goal that can pay for the last crossing. */
export interface Threat {
  seat: number
  from: string
  to: string
  open: boolean
}

/** A triangle that is one half of surrounding a seat. */
export interface Siege {
  seat: number
  gap: string
}

/** What the server says beside the position. */
export interface Derived {
  links: Link[]
  ways: Way[]
  threats: Threat[]
  /** How many spins the seat on turn is from a way that leads nearer to its goal, and where that leads. */
  spins_away: { seat: number; spins: number; to: string }[]
  /** Who holds the most advances that one can hold. */
  full: { seat: number; most: number }[]
  sieges: Siege[]
}

/** A part of the canvas. */
export interface Box extends Point {
  width: number
  height: number
}

const modulo = (n: number, by: number) => ((n % by) + by) % by

export function towards(from: Point, degrees: number, far: number): Point {
  const angle = (degrees * Math.PI) / 180
  return { x: from.x + far * Math.cos(angle), y: from.y - far * Math.sin(angle) }
}

export const colourAt = (rotation: number, slot: number) => modulo(slot - rotation, SIDES)

/** By how many wedges a wheel has been turned since, the short way round: -2 to 3. */
export function turnedBy(before: number, now: number): number {
  const wedges = modulo(now - before, SIDES)
  return wedges > SIDES / 2 ? wedges - SIDES : wedges
}

export function numberOf(layout: Layout, name: string): number {
  return layout.wheels.findIndex((wheel) => wheel.name === name)
}

/** How far off the middle of its wheel a piece stands. */
function spotRadius(layout: Layout): number {
  const wheel = layout.wheels[0]!
  const spot = wheel.spots[0]!
  return Math.hypot(spot.x - wheel.x, spot.y - wheel.y)
}

/** Where the piece of a colour stands on a wheel of this rotation, which may be on its way from one to the next. */
export function spotOf(layout: Layout, wheel: number, colour: number, rotation: number): Point {
  return towards(layout.wheels[wheel]!, WEDGE * (colour + rotation + 0.5), spotRadius(layout))
}

/** The spot of a seat's piece; on a wheel not set yet, as if it had not been turned. */
export function pieceSpot(layout: Layout, view: View, seat: number): Point {
  const { at, corner } = view.seats[seat]!
  const wheel = numberOf(layout, at)
  return spotOf(layout, wheel, corner, view.wheels[wheel] ?? 0)
}

/** The part of the canvas to be shown: the wheels and the flags, and the dials where there is room for them. */
export function frameOf(layout: Layout, withDials: boolean): Box {
  const { pitch, wheels, corners } = layout
  // each with the room it needs to either side; the die has its own in the corner
  const things: [Point, number, number][] = wheels.map((wheel) => [wheel, 0.7 * pitch, 0.62 * pitch])
  for (const { start_of, goal_of, dial, flag } of corners) {
    if (goal_of !== null) things.push([flag, 0.3 * pitch, 0.3 * pitch])
    if (withDials && start_of !== null) things.push([dial, 0.55 * pitch, 0.55 * pitch])
  }
  const x = Math.min(...things.map(([at, wide]) => at.x - wide))
  const y = Math.min(...things.map(([at, , tall]) => at.y - tall))
  const right = Math.max(...things.map(([at, wide]) => at.x + wide))
  const bottom = Math.max(...things.map(([at, , tall]) => at.y + tall))
  return { x, y, width: right - x, height: bottom - y }
}

/** The cell of the honeycomb about a wheel: as much of the board as can be pressed for it. */
export function cellOf(layout: Layout, wheel: number): string {
  const corners = Array.from({ length: SIDES }, (_, n) =>
    towards(layout.wheels[wheel]!, WEDGE * (n + 0.5), layout.pitch / Math.sqrt(3)),
  )
  return corners.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
}

/** The wheels that touch one, and itself. */
export function around(layout: Layout, wheel: number): Set<number> {
  const at = layout.wheels[wheel]!
  const near = layout.wheels.flatMap(({ x, y }, n) => (Math.hypot(x - at.x, y - at.y) < 1.1 * layout.pitch ? [n] : []))
  return new Set(near)
}

/** Towards a gap from its middle: the triangle that its three wheels would make there, so large. */
export function triangleOf(layout: Layout, gap: Layout['gaps'][number], size: number): string {
  const corners = gap.wheels.map((wheel) => {
    const { x, y } = layout.wheels[wheel]!
    const part = size / Math.hypot(x - gap.x, y - gap.y)
    return { x: gap.x + (x - gap.x) * part, y: gap.y + (y - gap.y) * part }
  })
  return corners.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
}

/** A point, moved away from the nearest of others as far as it takes not to lie on it. */
export function clearOf(point: Point, others: Point[], far: number): Point {
  const away = ({ x, y }: Point) => Math.hypot(point.x - x, point.y - y)
  const nearest = others.reduce<Point | null>((best, one) => (best && away(best) <= away(one) ? best : one), null)
  if (!nearest || away(nearest) >= far || away(nearest) === 0) return { x: point.x, y: point.y }
  return towards(nearest, angleTo(nearest, point), far)
}

/** The direction from a point to another, in degrees counter-clockwise from the right. */
export function angleTo(from: Point, to: Point): number {
  return (Math.atan2(from.y - to.y, to.x - from.x) * 180) / Math.PI
}

/** By how many wedges something was dragged round, at most one either way. */
export function draggedBy(from: number, to: number): number {
  const degrees = modulo(to - from + 180, 360) - 180
  return Math.max(-1, Math.min(1, degrees / WEDGE))
}
