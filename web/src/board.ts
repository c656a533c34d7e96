// What a game's board is given and what it may ask for. A board lives in its game's `web/Board.svelte`;
// it knows how its game looks and how its actions are written, but no rules: what may be done is in `choices`.
import type { Component, Snippet } from 'svelte'
import type { components } from './api/schema'
import type { Language } from './words/languages'

type Schema = components['schemas']

export type { Language }

/** A fact that an action brought about; `rule` is the clause it follows from. Seats are counted from 0. */
export interface GameEvent {
  rule: string
  kind: string
  seat?: number
  [field: string]: unknown
}

export type Translated = Record<Language, string>

export const SIGN_SIZES = { small: 22, large: 34 }

/** The sign of a seat, from 0; small unless it is said. */
export type SignSnippet = Snippet<[seat: number, size?: keyof typeof SIGN_SIZES]>

export type Entry = Omit<Schema['Entry'], 'events' | 'asides'> & { events: GameEvent[]; asides: (Translated | null)[] }

/** Something that may be done, with what a board needs to offer it. Places are written as in the game's events. */
export type Choice = Schema['Choice']
/** What officials of a real table enter as one. */
export type ToEnter = Schema['ToEnter']

/** Something in words of the game: a template of its `phrases`, and what fills it. */
export type Phrase = Schema['Phrase']

/** What would follow from a choice, up to the next throw or card: the events, and what comes to and goes from the lists in `derived`. */
export type Consequence = Omit<Schema['Consequence'], 'events'> & { events: GameEvent[] }

/** The table as somebody may see it; the wire calls it a moment, and docs/protocol.md describes it. */
export type Snapshot = Omit<Schema['Snapshot'], 'entries' | 'log' | 'prompt'> & {
  entries: Entry[]
  log?: Entry[]
  prompt: Translated | null
}

/** The words of a game in the reader's language, as `GET /api/games/{game}/words/{language}` gives them. */
export type GameWords = Omit<Schema['GameWords'], 'language'> & { language: Language }

/** `Layout`, `View` and `Derived` are what the game's own `layout()`, positions and `derived()` look like: each board says so itself. */
export interface BoardProps<Layout = unknown, View = unknown, Derived = unknown> {
  /** Where things are: the game's layout of the beginning, for this number of seats and these options. */
  layout: Layout
  /** Address of the bare board, a picture of layout.width × layout.height. */
  background: string
  options: Record<string, unknown>
  /** The snapshot to show, once the motion that leads to it is over. */
  snapshot: Snapshot
  /** The position in it from where one looks: the seat's own, or a spectator's. */
  view: View
  /** What follows from the view by the rules. To be read as `props.derived`: Svelte takes `$derived` for a variable of that name. */
  derived: Derived
  /** Whose board this is, from 0; null for a spectator. */
  seat: number | null
  names: string[]
  words: GameWords
  /** What this seat may do right now, as action texts; empty while it is not to act or things still move. */
  legal: string[]
  /** The same with its parts: what moves, along which way, to where. */
  choices: Choice[]
  /** What would follow from each choice, by its text; what is not known, or not known yet, is not there. */
  ahead: Record<string, Consequence>
  /** The choice that was asked for as a hint, by its text: what would follow from it is shown until another one is looked at. */
  hinted: string
  /** Whether this person may throw the dice now: then the board's dice can be pressed. */
  mayThrow: boolean
  /** What happened before the snapshot's own entries, as far back as this device knows it. */
  log: Entry[]
  /** Milliseconds of one step of a motion: 0 for people who want no motion, and when looking back fast. */
  stepMs: number
  act: (text: string) => void
  throwDice: () => void
  /**
   * To be called once for every snapshot, when its motion has ended; at once where there is none. Nothing more is shown before
   * `until`, such as a card that has to be closed.
   */
  animationDone: (n: number, until?: Promise<unknown>) => void
  /** The sign of a seat, from 0: the one that stands beside its name everywhere. */
  sign: SignSnippet
  /**
   * Where the page lists the players: takes what the board has to say of each seat, from 0, into that list, and null when the
   * board is gone. The board lists nobody itself then.
   */
  lendDetails: ((details: Snippet<[seat: number]> | null) => void) | null
  /** Where the page shows the questions and what was answered: the board shows neither. */
  withoutQuestions: boolean
}

/** How a seat's pieces look: a path about 0 0 and within 13 of it. */
export type SeatSign = Schema['SeatSign']

/** How a picture of a whole game is drawn over the bare board. */
export interface WayDrawing<Layout = unknown, View = unknown> {
  /** The part of the background that it shows, from its upper left corner. */
  size: (layout: Layout) => { width: number; height: number }
  /** Where a place of a seat's way is; null for one that is off the board, or of a piece whose way is not drawn. */
  spot: (layout: Layout, view: View, seat: number, place: number | string, piece: number | string) => { x: number; y: number } | null
  /** Whether everybody has a board of their own. */
  apart?: boolean
}

/**
 * What `web/Board.svelte` exports. `seatSign` is for pieces whose looks come about in a game: others are known from the waiting
 * room on, by the game's `signs.py`. With `way` a finished game can be had as a picture.
 */
export interface BoardModule {
  default: Component<BoardProps>
  seatSign?: (layout: unknown, view: unknown, seat: number) => SeatSign | null
  way?: WayDrawing
}

/** A question at a class table, open or just decided, for a wall, a team's phone or the teacher. */
export interface QuestionProps<Layout = unknown> {
  layout: Layout
  snapshot: Snapshot
  /** What has happened up to it. */
  log: Entry[]
  names: string[]
  words: GameWords
  /** Server's clock minus ours, in milliseconds. */
  clock: number
  /** The letters that can be pressed here. */
  letters: string[]
  /** The letter that was pressed here. */
  chosen: string | null
  /** How many phones of the team suggest each letter. */
  advised: Record<string, number>
  press: (letter: string) => void
}

/** How a team of a class table stands, on pages without a board. */
export interface TeamProps<Layout = unknown, View = unknown, Derived = unknown> {
  layout: Layout
  view: View
  derived: Derived
  options: Record<string, unknown>
  words: GameWords
  /** From 0. */
  seat: number
}

/** What a class table takes from a game that has questions: its `web/classroom.ts` exports it. */
export interface ClassroomModule {
  Question: Component<QuestionProps>
  /** Whether `Question` has something to show, open or decided. */
  hasQuestion: (snapshot: Snapshot, log: Entry[]) => boolean
  Team: Component<TeamProps>
  seatSign: (layout: unknown, view: unknown, seat: number) => SeatSign | null
}

/**
 * What a game's picker is given: what an official presses to enter what the real table did. A picker lives in its game's
 * `web/Picker.svelte`; it knows how the table's actions look, but no rules: only what is in `choices` can be entered now.
 */
export interface PickerProps<Layout = unknown, View = unknown> {
  layout: Layout
  options: Record<string, unknown>
  snapshot: Snapshot
  view: View
  names: string[]
  words: GameWords
  /** What the table may do now, with what people see of it: the faces of dice, the number on a card, the seat. */
  choices: Choice[]
  /** The seats (from 0) or places that outcomes are about which are entered as one; null where one is entered alone. */
  toEnter: ToEnter | null
  /** What a rehearsal proposes, one after the other; [] for nothing. */
  proposal: string[]
  /** While nothing can be entered. */
  disabled: boolean
  /** Whether the board needs most of the screen. */
  compact: boolean
  /** Of several that are entered as one, those pressed so far; they outlive a lost page. */
  draft: string[]
  keepDraft: (draft: string[]) => void
  /** The sign of a seat, from 0. */
  sign: Snippet<[seat: number]>
  enter: (outcome: string | string[]) => void
}

/** What `web/Picker.svelte` exports. */
export interface PickerModule {
  default: Component<PickerProps>
}
