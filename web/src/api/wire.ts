// What goes over the wire, as docs/protocol.md describes it. Seats are counted from 1 here, from 0 inside positions and events.
// `schema.ts` is made by `npm run types` from the server's own description, what is said at the socket included.
import type { Entry, GameWords, Language, Snapshot, Translated } from '../board'
import type { components } from './schema'

export type { Entry, GameWords, Language, Snapshot, Translated }

type Schema = components['schemas']

export type OptionFacts = Schema['OptionInfo']
export type GameFacts = Omit<Schema['GameInfo'], 'name' | 'pitch'> & { name: Translated; pitch: Translated }
/** Who is to sit somewhere. */
export type SeatSetup = NewTable['seats'][number]
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

export type Chat = Schema['ChatLine']

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

/** What a seat may ask for over the socket; the client adds the `id`. */
export type Request = WithoutId<
  Schema[
    | 'ActMessage'
    | 'ThrowMessage'
    | 'UndoMessage'
    | 'ReadyMessage'
    | 'ChatMessage'
    | 'PromiseMessage'
    | 'ContributeMessage']
>

export type Answer = Schema['Done' | 'RequestRefused']

export type News =
  | (Omit<Schema['Welcome'], 'moment' | 'log'> & { moment: Snapshot | null; log: Entry[] })
  | (Omit<Schema['MomentNews'], 'moment'> & { moment: Snapshot })
  | Schema['TableNews' | 'ChatNews' | 'RematchNews' | 'Pong']
