// What goes over the wire, as docs/protocol.md describes it. Seats are counted from 1 here, from 0 inside positions and events.
import type { Entry, GameWords, Language, Moment, Told } from '../board'

export type { Entry, GameWords, Language, Moment, Told }

export interface OptionFacts {
  name: string
  kind: string
  default: unknown
  least: number | null
  most: number | null
  choices: unknown[]
}

export interface GameFacts {
  id: string
  rules: number
  fewest: number
  most: number
  seat_names: string[]
  options: OptionFacts[]
  bots: string[]
  minutes: number
  name: Told
  pitch: Told
}

export type Place =
  | { kind: 'me'; name: string; mark: string }
  | { kind: 'open' }
  | { kind: 'bot'; bot: string }

export interface Seat {
  seat: number
  kind: 'person' | 'bot' | 'open'
  name: string
  mark: string
  bot: string
  ready: boolean
  here: boolean
  left: boolean
}

export interface Table {
  id: string
  game: string
  rules: number
  options: Record<string, unknown>
  seats: Seat[]
  host: boolean
  yours: number[]
  listed: boolean
  chat: boolean
  limit: number
  throws: 'press' | 'auto'
  status: 'waiting' | 'playing' | 'over'
  n: number
  watching: number
  commitment: string | null
  created: number
  rematch: string | null
}

export interface NewTable {
  game: string
  options: Record<string, unknown>
  seats: Place[]
  listed: boolean
  chat: boolean
  limit: number
  throws: 'press' | 'auto'
}

export type Tokens = Record<string, string>

export interface Opened {
  table: Table
  tokens: Tokens
}

export interface Seated {
  table: Table
  token: string
}

export interface Verified {
  draws: number
  right: boolean
  commitment: string
  secret: string
}

export interface Chat {
  seat: number
  name: string
  text: string
  time: number
}

/** What a seat may ask for over the socket; the client adds the `id`. */
export type Request =
  | { t: 'act'; seat: number; n: number; action: string }
  | { t: 'throw'; seat: number; n: number }
  | { t: 'undo'; seat: number; n: number }
  | { t: 'ready'; seat: number; ready: boolean }
  | { t: 'chat'; seat: number; text: string }

export type Answer =
  | { t: 'done'; id: string; n: number }
  | { t: 'refused'; id: string; code: string; why: string; clause: string }

export type News =
  | { t: 'welcome'; table: Table; seats: number[]; moment: Moment | null; log: Entry[]; chat: Chat[] }
  | { t: 'moment'; moment: Moment }
  | { t: 'table'; table: Table }
  | { t: 'chat'; chat: Chat }
  | { t: 'rematch'; table: string; tokens: Tokens }
  | { t: 'pong' }
