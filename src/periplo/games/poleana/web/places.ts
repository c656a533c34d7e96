// Where things are on a board that may be turned, so that whoever looks at it sits at its near side.
import type { Shape } from './Mark.svelte'
import { named, squareName, type Reo, type View } from './view'

export type Point = [number, number]
export type Place = [number, number, number]

export interface Square {
  at: string
  side: number
  kind: 'yard' | 'exit' | 'nine' | 'gallery' | 'escape' | 'cell' | 'out'
  colour: number | null
  number: number | null
  label: Point
  points: Point[]
  places: Place[][]
}

export interface Layout {
  width: number
  frame: number
  squares: Square[]
  hole: Point[]
  /** Where one lane opens on another. */
  doors: { side: number; to: string; x: number; y: number }[]
  plates: { side: number; seat: number | null; x: number; y: number }[]
  shapes: Shape[]
  guard: { shield: string; star: string }
}

/** A point after so many quarter turns, clockwise, of a canvas as wide as it is high. */
export function turned([x, y]: Point | Place, quarters: number, width: number): Point {
  return [[x, y], [width - y, x], [width - x, width - y], [y, width - x]][quarters % 4] as Point
}

export function turnedSquare(square: Square, quarters: number, width: number): Square {
  return {
    ...square,
    label: turned(square.label, quarters, width),
    points: square.points.map((point) => turned(point, quarters, width)),
    places: square.places.map((spots) =>
      spots.map((place) => [...turned(place, quarters, width), place[2]] as Place),
    ),
  }
}

export interface Standing extends Reo {
  side: number
  square: string
  place: Place
  /** Whether it shares its square with others of its colour. */
  shares: boolean
}

/** Where every reo stands. Whoever is on the way goes by the middle of the squares and makes nobody move over. */
export function standing(
  seats: View['seats'],
  reos: string[][],
  mover: Reo | null,
  squares: Map<string, Square>,
): Standing[] {
  return seats.flatMap(({ side }, seat) => {
    const own = reos[seat]!
    const resting = own.map((at, reo) => (mover && named(mover) === named({ seat, reo }) ? '' : at))
    return own.map((at, reo) => {
      const square = squareName(at, side)
      const { places, kind } = squares.get(square)!
      const found = { seat, reo, side, square, shares: false }
      if (kind === 'cell' || kind === 'out') return { ...found, place: places[0]![reo]! }
      const together = resting.filter((other) => other === at).length
      const spots = resting[reo] ? places[together - 1] : undefined
      if (!spots) return { ...found, place: places[0]![0]! }
      const place = spots[resting.slice(0, reo).filter((other) => other === at).length]!
      return { ...found, place, shares: together > 1 }
    })
  })
}

// ---- for drawing

/** Points as SVG writes them. */
export const outline = (points: Point[]) => points.map((point) => point.join()).join(' ')

/** A place as an outline large enough to press. */
export const round = ([x, y, r]: Place): Point[] =>
  [0, 60, 120, 180, 240, 300].map((angle) => {
    const turn = (angle * Math.PI) / 180
    return [x + (r + 3) * Math.cos(turn), y + (r + 3) * Math.sin(turn)]
  })

/** Left, top, right and bottom. */
export function bounds(points: Point[]): [number, number, number, number] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
