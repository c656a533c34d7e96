// What the game's layout, positions and cards look like from here, and how squares are called.
import type { GameWords, Translated } from '$web/board'

export interface Square {
  at: number
  kind: 'start' | 'plain' | 'star' | 'city' | 'finish'
  country: string | null
  route: number | null
  city: string | null
  x: number
  y: number
  radius: number
}

/** How a route is drawn, and which countries it has; number 0 is no route yet. */
export interface Sign {
  colour: string
  ink: string
  drop: number
  path: string
  countries: string[]
}

export interface Layout {
  width: number
  height: number
  map: { x: number; y: number; width: number; height: number }
  squares: Square[]
  routes: Sign[]
  countries: Record<string, { code: string; flag: string }>
  /** How many planes a team can hold. */
  reserve: number
  /** How many questions an exam can have. */
  exam: number
  /** How difficult a question can be, from 1 on. */
  hardest: number
  marks: {
    pin: string
    crown: string
    plane: string
    star: string
    /** Of each face of the die that has some. */
    pips: [number, number][][]
    spots: [number, number][]
  }
}

export type Face = number | 'plane'

export interface Team {
  route: number | null
  at: number
  flags: string[]
  planes: number
  missing: number
  leaving: boolean
  failed: boolean
}

/** What the server says beside the position. */
export interface Derived {
  /** The squares of the way that a throw opens. */
  way?: number[]
  /** Right and wrong answers so far, while a team is at its exam. */
  exam?: [number, number]
  /** By seat, from 1: its next city ahead where a flag is to be won, and how far it is. */
  next?: Record<string, { city: string; country: string; at: number; squares: number }>
}

export interface Position {
  phase: 'routes' | 'order' | 'turn' | 'throw' | 'die' | 'card' | 'question' | 'verdict' | 'over'
  turn: number
  order: number[]
  die: Face | null
  deck: string | null
  exam: [number, number]
  winner: number | null
  teams: Team[]
}

export type Letter = 'A' | 'B' | 'C' | 'D'

export interface Asked {
  ask: string
  answers: Record<Letter, string>
  topic: string
  difficulty: number
}

/** A question in every language; the wire leaves its parts open. */
export type Question = Record<keyof Translated, Asked>

export interface Point {
  x: number
  y: number
}

/** Where a piece on a square has its point: a little above the middle, for the sake of its number. */
export const foot = ({ x, y, radius }: Square): Point => ({ x, y: y - 0.45 * radius })

/** Where a team's piece has its point: on the start each has a spot of its own. */
export function standing(seat: number, at: number, layout: Layout): Point {
  const square = layout.squares[at]!
  if (square.kind !== 'start') return foot(square)
  const [along, down] = layout.marks.spots[seat]!
  return { x: square.x + along, y: square.y + down }
}

/** What stands on a team's sign. Numbers are those of squares; only a team without a route, and so without a shape, has its own. */
export const numberOf = (route: number | null, seat: number): number | null => (route === null ? seat + 1 : null)

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A square with its number, in a word or two. */
export function called(square: Square, words: GameWords): string {
  if (square.kind === 'start' || square.kind === 'finish') return `${square.at} ${words.words.murcia}, ${words.web[square.kind]}`
  if (square.kind === 'star') return `${square.at} ${words.web.star}, ${words.words[square.country!]}`
  return `${square.at} ${words.words[square.city ?? square.country!]}`
}
