// What the plain board reads out of any game's layout and positions.
//
// Places are in the layout: every list in it whose members have `x`, `y` and a name, which is `at` or, without it, `name`.
// Pieces are in the position: its list with one member a seat holds, under `at` or `pieces`, the place or the places
// where the seat's pieces are. Places that are called by texts are found under any other name too.
import type { Choice, GameEvent } from '../board'
import type { Point } from './keys'
import { moveOf, type Step } from './player'

export type PlaceName = number | string

export interface Board {
  width: number
  height: number
  places: Map<PlaceName, Point>
  /** How large a place is. */
  radius: number
}

export interface Piece {
  seat: number
  at: PlaceName
}

export interface Picture {
  pieces: Piece[]
  /** The piece on its way, which is none of the others. */
  mover: { seat: number; from: PlaceName; to: PlaceName } | null
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isName = (value: unknown): value is PlaceName => typeof value === 'number' || typeof value === 'string'

/** Null for a layout without places. */
export function readLayout(layout: unknown): Board | null {
  const places = new Map<PlaceName, Point>()
  for (const one of isFields(layout) ? Object.values(layout).flat() : []) {
    if (!isFields(one)) continue
    const { x, y, name, at = name } = one
    if (typeof x !== 'number' || typeof y !== 'number' || !isName(at)) continue
    if (!places.has(at)) places.set(at, { x, y })
  }
  if (places.size === 0) return null
  const all = [...places.values()]
  const nearest = all.map((one) => Math.min(...all.filter((other) => other !== one).map(({ x, y }) => Math.hypot(x - one.x, y - one.y))))
  const size = (given: unknown, sizes: number[]) => (typeof given === 'number' ? given : 1.1 * Math.max(...sizes))
  const { width: wide, height: high } = layout as Fields
  const width = size(wide, all.map(({ x }) => x))
  const height = size(high, all.map(({ y }) => y))
  // where places are crowded they overlap rather than shrink out of sight
  const radius = Math.max(width / 60, 0.4 * Math.min(width / 8, ...nearest.filter((far) => far > 0)))
  return { width, height, places, radius }
}

export function piecesOf(view: unknown, { places }: Board, seats: number): Piece[] {
  const lists = isFields(view) ? Object.values(view).filter(Array.isArray) : []
  const list = lists.find((one) => one.length === seats && one.every(isFields)) as Fields[] | undefined
  return (list ?? []).flatMap((fields, seat) =>
    Object.entries(fields)
      .flatMap(([field, value]) => {
        const isMeant = field === 'at' || field === 'pieces'
        return [value].flat().filter((at): at is PlaceName => (isMeant || typeof at === 'string') && isName(at) && places.has(at))
      })
      .map((at) => ({ seat, at })),
  )
}

/** Every piece that the events move, from place to place. */
export function stepsOf(before: Piece[], events: GameEvent[], { places }: Board): Step<Picture>[] {
  const steps: Step<Picture>[] = []
  let pieces = before
  for (const move of events.map(moveOf)) {
    if (move === null) continue
    const { seat } = move
    const path = move.path.filter((at) => places.has(at))
    const mover = pieces.findIndex((piece) => piece.seat === seat && piece.at === path[0])
    const others = pieces.filter((_, n) => n !== mover)
    path.slice(1).forEach((to, n) => steps.push({ picture: { pieces: others, mover: { seat, from: path[n]!, to } }, length: 0.8 }))
    pieces = path.length ? [...others, { seat, at: path.at(-1)! }] : pieces
  }
  return steps
}

/** What may be done at each place: choices point at it. */
export function choicesAt(choices: Choice[], { places }: Board): Map<PlaceName, Choice[]> {
  const found = new Map<PlaceName, Choice[]>()
  for (const choice of choices) {
    const to = (choice.to ?? choice.path?.at(-1)) as PlaceName
    if (places.has(to)) found.set(to, [...(found.get(to) ?? []), choice])
  }
  return found
}

/** Where the pieces of a place stand: in rows, as many as there are pieces in a row; a single row is below the place's name. */
export function spot(place: Point, radius: number, n: number, count: number): { x: number; y: number; size: number } {
  const wide = Math.ceil(Math.sqrt(count))
  const rows = Math.ceil(count / wide)
  const [row, column] = [Math.floor(n / wide), n % wide]
  const apart = (2 * radius) / wide
  const size = Math.min(0.55 * radius, Math.max(0.4 * apart, 0.25 * radius))
  return { x: place.x + apart * (column - (wide - 1) / 2), y: place.y + apart * (row - (rows - 1) / 2) + (0.25 * radius) / rows, size }
}
