// What a position and its snapshot say of this game, read for the drawing. No rules: points, worths and choices are the server's.

import type { Choice, Entry, Phrase } from '$web/board'
import { moveOf, type Move } from '$web/boards/player'

export type End = 'head' | 'tail'
export type Point = readonly [number, number]

export interface Seat {
  board: number | null
  path: string[]
  end: End | null
  left: string
  done: boolean
  scored: Record<string, number>
}

export interface View {
  round: number
  phase: 'boards' | 'card' | 'draw' | 'over'
  card: number | null
  played: number[]
  reached: Record<string, number>
  seats: Seat[]
}

export interface Cell {
  cell: string
  colour: string
  number: number | null
  /** The cells that touch it. */
  touching: string[]
  x: number
  y: number
}

export interface Shapes {
  paints: Record<string, [light: string, dark: string]>
  pictures: Record<string, [filled: string, stroked: string]>
  figures: Record<string, [width: number, stroke: string]>
  shell: string
  /** The signs of a line's ends: small, and to be seen behind a number. */
  head: [string, string]
  tail: [string, string]
  tick: string
}

export interface Layout {
  radius: number
  honeycomb: { width: number; height: number }
  starts: string[]
  shapes: Shapes
  cells: Cell[]
  cards: { card: number; squares: string }[]
}

/** A square of a card, and whether it is used up. */
export type Square = readonly [colour: string, used: boolean]

/** The squares of a card, each with whether it is used up: it is, if it is not among those left. */
export function markUsed(squares: string, left: string): Square[] {
  const remaining = [...left]
  return [...squares]
    .reverse()
    .map((colour): Square => {
      const at = remaining.indexOf(colour)
      if (at >= 0) remaining.splice(at, 1)
      return [colour, at < 0]
    })
    .reverse()
}

/** What the server says beside the position, as far as whoever looks may know it. */
export interface Derived {
  /** What each number brings now to a seat that has not reached it; of none when the game is over. */
  worth: Record<string, number>
  splendid: boolean
  /** The start cells that a seat without a board may still get. */
  starts: string[]
  /** The cards that have not been turned up. */
  coming: number[]
  seats: {
    points: number
    empty: number
    /** The stretch of the path drawn in the running round, as the bounds of a slice. */
    drawn: [number, number]
    /** The numbers that brought the seat half, or would bring it half now. */
    halved: number[]
    /** What bars free cells beside the ends of a path that is drawn on, each by a key of the words. */
    barred: Record<string, string>
    /** Why a seat that draws can draw no more in this round; null if it can. */
    stuck: Phrase | null
  }[]
}

/** What a number brought a seat, or would bring it now; null if neither. */
export interface Worth {
  points: number
  won: boolean
  half: boolean
}

export function worth({ worth, seats }: Derived, view: View, n: number, number: number): Worth | null {
  const scored = view.seats[n]!.scored[number]
  const points = scored ?? worth[number]
  if (points === undefined) return null
  return { points, won: scored !== undefined, half: seats[n]!.halved.includes(number) }
}

/** Cells in the order of their numbers. */
export const numbered = (cells: Cell[]): (Cell & { number: number })[] =>
  cells.filter((cell): cell is Cell & { number: number } => cell.number !== null).sort((a, b) => a.number - b.number)

/** Where a line lay before these moves, from first to last index of what it has grown to. */
export function lineBefore(now: string[], moves: Move[]): [number, number] {
  let [first, last] = [0, Math.max(now.length - 1, 0)]
  for (const { piece, path } of moves.toReversed()) {
    // what one may not see yet is not on the line
    if (piece === 'head' && now[last] === path.at(-1)) last--
    if (piece === 'tail' && now[first] === path.at(-1)) first++
  }
  return [first, last]
}

/** A number that a seat reached, and what it brought. */
export interface Gain {
  number: number
  points: number
  half: boolean
}

/** What each seat drew in a round, and the numbers it reached with that. */
export interface Round {
  round: number
  cells: string[][]
  gains: Gain[][]
}

/** The last round that is over, as far as these entries go back; null if there is none among them. */
export function lastRound(entries: Entry[], seats: number): Round | null {
  const events = entries.flatMap((entry) => entry.events)
  const over = events.findLastIndex(({ kind }) => kind === 'round_over')
  const begun = events.slice(0, Math.max(over, 0)).findLastIndex(({ kind }) => kind === 'turned_up')
  if (begun < 0) return null
  const during = events.slice(begun, over)
  const moves = during.flatMap((event) => moveOf(event) ?? [])
  const all = Array.from({ length: seats }, (_, n) => n)
  return {
    round: Number(events[over]!['round']),
    cells: all.map((n) => moves.filter(({ seat }) => seat === n).map(({ path }) => String(path.at(-1)))),
    gains: all.map((n) =>
      during
        .filter(({ kind, seat }) => seat === n && GAINS.includes(kind))
        .map(({ kind, number, points }) => ({ number: Number(number), points: Number(points), half: kind !== 'scored' })),
    ),
  }
}
const GAINS = ['scored', 'scored_half']

/** The numbers that bring a seat half since that round, because others were first in it. */
export function newlyHalved(round: Round | null, { seats }: Derived, view: View, n: number): number[] {
  const taken = round?.gains.flatMap((gains, other) => (other === n ? [] : gains.filter(({ half }) => !half))) ?? []
  const lost = new Set(taken.map(({ number }) => number).filter((one) => seats[n]!.halved.includes(one) && !(one in view.seats[n]!.scored)))
  return [...lost].sort((a, b) => a - b)
}

/** A step of the line: from which end, along which cells. */
export interface Step extends Choice {
  piece: End
  path: [from: string, to: string]
}

/** The steps that lead to each cell: two where either end could. */
export function stepsTo(choices: Choice[]): Map<string, Step[]> {
  const found = new Map<string, Step[]>()
  for (const step of choices.filter((choice): choice is Step => choice.path !== undefined)) {
    const [, to] = step.path
    found.set(to, [...(found.get(to) ?? []), step])
  }
  return found
}
