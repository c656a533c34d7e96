// What a game's board is given and what it may ask for. A board lives in its game's `web/Board.svelte`;
// it knows how its game looks and how its actions are written, but no rules: what may be done is in `legal`.
import type { Component } from 'svelte'
import type { Language } from './words/languages'

export type { Language }

/** A fact that an action brought about; `rule` is the clause it follows from. Seats are counted from 0. */
export interface GameEvent {
  rule: string
  kind: string
  seat?: number
  [field: string]: unknown
}

export type Translated = Record<Language, string>

export interface Entry {
  n: number
  actor: string
  text: string
  by: 'person' | 'bot' | 'clock' | 'table'
  time: number
  events: GameEvent[]
  asides: (Translated | null)[]
  note: string
}

/** Something that may be done, with what a board needs to offer it. Places are written as in the game's events. */
export interface Choice {
  text: string
  /** The seat's own piece that it moves. */
  piece?: number | string
  /** All the places that the piece passes, from where it stands to where it ends. */
  path?: unknown[]
  /** The place that one points at to choose it. */
  to?: unknown
  /** The points that it brings. */
  worth?: number
}

export interface Snapshot {
  n: number
  entries: Entry[]
  view: Record<string, unknown>
  views?: Record<string, Record<string, unknown>>
  standings?: Record<string, number[]>
  legal: Record<string, string[]>
  choices: Record<string, Choice[]>
  actors: string[]
  thrower: number | null
  undo: number[]
  over: boolean
  scores: number[]
  winners: number[]
  prompt: Translated | null
  question: Record<string, unknown> | null
  /** What follows from the view by the rules, in parts of the game's own. */
  derived: Record<string, unknown>
  deadline: number | null
  now: number
  undone: number | null
  /** The last entries anew, after something was taken back. */
  log?: Entry[]
}

/** The words of a game in the reader's language, as `GET /api/games/{game}/words/{language}` gives them. */
export interface GameWords {
  language: Language
  name: string
  pitch: string
  events: Record<string, string>
  actions: Record<string, string>
  words: Record<string, string>
  options: Record<string, string>
  /** What options are called, and `option=choice` their choices. */
  labels: Record<string, string>
  bots: Record<string, string>
  web: Record<string, string>
  clauses: Record<string, string>
  page: string
}

/** `Layout` and `View` are what the game's own `layout()` and positions look like: each board says so itself. */
export interface BoardProps<Layout = unknown, View = unknown> {
  /** Where things are: the game's layout of the beginning, for this number of seats and these options. */
  layout: Layout
  /** Address of the bare board, a picture of layout.width × layout.height. */
  background: string
  options: Record<string, unknown>
  /** The snapshot to show, once the motion that leads to it is over. */
  snapshot: Snapshot
  /** The position in it from where one looks: the seat's own, or a spectator's. */
  view: View
  /** Whose board this is, from 0; null for a spectator. */
  seat: number | null
  names: string[]
  words: GameWords
  /** What this seat may do right now, as action texts; empty while it is not to act or things still move. */
  legal: string[]
  /** The same with its parts: what moves, along which way, to where. */
  choices: Choice[]
  /** Whether this person may throw the dice now: then the board's dice can be pressed. */
  mayThrow: boolean
  /** Milliseconds of one step of a motion: 0 for people who want no motion, and when looking back fast. */
  stepMs: number
  act: (text: string) => void
  throwDice: () => void
  /** To be called once for every snapshot, when its motion has ended; at once where there is none. */
  animationDone: (n: number) => void
}

/** How a seat's pieces look: a path about 0 0 and within 13 of it. */
export interface SeatSign {
  colour: string
  ink: string
  path: string
}

/** What `web/Board.svelte` exports. With `seatSign` the players beside the board wear the signs of their pieces. */
export interface BoardModule {
  default: Component<BoardProps>
  seatSign?: (layout: unknown, view: unknown, seat: number) => SeatSign | null
}
