// What the game's layout, positions and cards look like from here, and how squares are called.
import type { GameWords, SeatSign, Translated } from '$web/board'
import { fill } from '$web/words/fill'

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

/** Where a team's next flag is to be won. */
export interface Goal {
  city: string
  country: string
  at: number
  squares: number
  /** All cities of its that this country has ahead. */
  cities?: { city: string; squares: number; throw?: Face }[]
}

/** How far Murcia is for a team that has its flags, and which throw leads there; no squares after a failed exam. */
export interface Home {
  at: number
  squares: number
  throw?: Face
}

/** What the server says beside the position. */
export interface Derived {
  /** The squares of the way that a throw opens. */
  way?: number[]
  /** Right and wrong answers so far, while a team is at its exam. */
  exam?: [number, number]
  /** By seat, from 1: its next city ahead where a flag is to be won, and how far it is. */
  next?: Record<string, Goal>
  /** By seat, from 1: the way home of those who have their flags. */
  home?: Record<string, Home>
  /** By seat, from 1: the countries whose flags it has to win, with a city of its ahead, or behind where only a plane or a card leads. */
  lacking?: Record<string, { ahead: string[]; behind: string[] }>
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
  /** A picture: its name, and the file that it is in; or an address that holds it. */
  picture?: string | { file: string; name: string }
  /** What is on it. */
  alt?: string
}

/** Where a question's picture is to be had. */
export const pictureAddress = (picture: NonNullable<Asked['picture']>): string =>
  typeof picture === 'string' ? picture : `/api/games/europa/pictures/${picture.name}?file=${encodeURIComponent(picture.file)}`

/** A question in every language; the wire leaves its parts open. */
export type Question = Record<keyof Translated, Asked>

export interface Point {
  x: number
  y: number
}

/** Where a piece on a square has its point: at its upper edge, for the sake of its number. */
export const foot = ({ x, y, radius }: Square): Point => ({ x, y: y - 0.85 * radius })

/** Where a team's piece has its point: on the start each has a spot of its own. */
export function standing(seat: number, at: number, layout: Layout): Point {
  const square = layout.squares[at]!
  if (square.kind !== 'start') return foot(square)
  const [along, down] = layout.marks.spots[seat]!
  return { x: square.x + along, y: square.y + down }
}

/** The shape of the team's route, wherever players are listed; none as long as no route is drawn. */
export function signOfTeam(layout: Layout, view: Position, seat: number): SeatSign | null {
  const { route } = view.teams[seat]!
  return route === null ? null : layout.routes[route]!
}

/** A route's colour and shape, in words; null for none yet. */
export const signName = (route: number | null, words: GameWords): string => (route === null ? words.web.no_route! : words.words[`route-${route}`]!)

/** A route as a team has it, in words. */
export const routeName = (route: number | null, words: GameWords): string =>
  route === null ? words.web.no_route! : fill(words.web.route!, { sign: signName(route, words) })

/** What a square is, and what happens to those who stop there, as a sentence or two. */
export function aboutSquare(square: Square, words: GameWords, route: number | null): string {
  const { kind, at, country, city } = square
  const named = (word: string | null) => (word === null ? '' : (words.words[word] ?? word))
  const fields = { at, country: named(country), city: named(city), sign: signName(square.route, words) }
  const isOwn = square.route !== null && square.route === route
  return [capital(fill(words.web[`place_${kind}`]!, fields)), ...(isOwn ? [words.web.place_yours!] : [])].join(' ')
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A square with its number, in a word or two. */
export function called(square: Square, words: GameWords): string {
  if (square.kind === 'start' || square.kind === 'finish') return `${square.at} ${words.words.murcia}, ${words.web[square.kind]}`
  if (square.kind === 'star') return `${square.at} ${words.web.star}, ${words.words[square.country!]}`
  return `${square.at} ${words.words[square.city ?? square.country!]}`
}
