// What goes over the wire, as docs/protocol.md describes it. Seats are counted from 1 here, from 0 inside positions and events.
// `schema.ts` is made by `npm run types` from the server's own description; what is said at the socket stands only here.
import type { Entry, GameWords, Language, Snapshot, Translated } from '../board'
import type { components } from './schema'

export type { Entry, GameWords, Language, Snapshot, Translated }

type Schema = components['schemas']

export type OptionFacts = Schema['OptionInfo']
export type GameFacts = Omit<Schema['GameInfo'], 'name' | 'pitch'> & { name: Translated; pitch: Translated }
export type Place = Schema['Me'] | Schema['Open'] | Schema['Bot']
export type Seat = Schema['SeatInfo']
export type Table = Schema['TableInfo']
export type NewTable = Schema['NewTable']
export type Opened = Schema['Opened']
export type Seated = Schema['Seated']
export type Addresses = Schema['Addresses']
export type Verdict = Schema['Verdict']
export type Proof = Schema['ProofFile']
export type Tokens = Record<string, string>

/** Every refusal of a request. */
export type Problem = Schema['Problem']
export type Code = Problem['code']

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
  | { t: 'promise'; seat: number; hash: string }
  | { t: 'contribute'; seat: number; value: string }

export type Answer =
  | { t: 'done'; id: string; n: number }
  | { t: 'refused'; id: string; code: Code; why: string; clause: string }

export type News =
  | { t: 'welcome'; table: Table; seats: number[]; moment: Snapshot | null; log: Entry[]; chat: Chat[] }
  | { t: 'moment'; moment: Snapshot }
  | { t: 'table'; table: Table }
  | { t: 'chat'; chat: Chat }
  | { t: 'rematch'; table: string; tokens: Tokens }
  | { t: 'pong' }
