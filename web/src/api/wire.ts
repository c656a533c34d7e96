// What goes over the wire, as docs/protocol.md describes it. Seats are counted from 1 here, from 0 inside positions and events.
// `schema.ts` is made by `npm run types` from the server's own description, what is said at the socket included.
import type { Consequence, Entry, GameWords, Language, Snapshot, Translated } from '../board'
import type { components } from './schema'

export type { Entry, GameWords, Language, Snapshot }

type Schema = components['schemas']

export type OptionFacts = Schema['OptionInfo']
export type GameFacts = Omit<Schema['GameInfo'], 'name' | 'pitch'> & { name: Translated; pitch: Translated }
/** What one can learn of a game by playing, and how a lesson stands. */
export type Course = Schema['CourseInfo']
export type KitFacts = Schema['KitInfo']
export type EventLinks = Schema['EventLinks']
export type Lesson = Schema['LessonInfo']
export type LessonMoment = Omit<Schema['LessonMoment'], 'moments'> & { moments: Snapshot[] }
/** Who is to sit somewhere. */
export type SeatSetup = NewTable['seats'][number]
export type Seat = Schema['SeatInfo']
export type Table = Schema['TableInfo']
export type NewTable = Schema['NewTable']
export type Opened = Schema['Opened']
export type Seated = Schema['Seated']
export type Addresses = Schema['Addresses']
export type Hint = Schema['HintAnswer']
export type Ahead = Omit<Schema['Ahead'], 'consequences'> & { consequences: Consequence[] }
export type DailyInfo = Schema['DailyInfo']
export type Ladder = Schema['Ladder']
export type MyRatings = Schema['MyRatings']
export type RatingList = Schema['RatingList']
export type MyMatches = Schema['MyMatches']
export type MatchInfo = Schema['MatchInfo']
export type Tally = Schema['Tally']
export type Forgotten = Schema['Forgotten']
export type Verdict = Schema['Verdict']
export type Proof = Schema['ProofFile']
export type Tokens = Record<string, string>

/** Packs that are written here: see docs/protocol.md. */
export type MyPacks = Schema['MyPacks']
export type PackInfo = Schema['PackInfo']
export type PackFault = Schema['FaultInfo']
export type PackEntry = Record<string, unknown> & { id: string }
export interface PackDraft {
  settings: Record<string, unknown>
  entries: PackEntry[]
}
export type OpenedPack = Omit<Schema['OpenedPack'], 'draft'> & { draft: PackDraft }
export type SavedPack = Schema['SavedPack']
export type PackRead = Schema['PackRead']
export type PackToPlay = Schema['PackToPlay']
export interface PackChanges {
  revision: number
  put: PackEntry[]
  remove: string[]
  title?: string
  settings?: Record<string, unknown>
}

/** Every refusal of a request. */
export type Problem = Schema['Problem']
export type Code = Problem['code']

export type Chat = Schema['ChatLine']

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

/** What a seat, or whoever judges, may ask for over the socket; the client adds the `id`. */
type SeatRequest = WithoutId<
  Schema[
    | 'ActMessage'
    | 'ThrowMessage'
    | 'UndoMessage'
    | 'ReadyMessage'
    | 'MarkMessage'
    | 'ChatMessage'
    | 'PromiseMessage'
    | 'ContributeMessage'
    | 'SuggestMessage'
    | 'AgreeMessage'
    | 'ConcedeMessage'
    | 'VerdictMessage'
    | 'AdviseMessage'
    | 'PassHandMessage'
    | 'AdmitMessage'
    | 'SideMessage'
    | 'SkipMessage'
    | 'ClassPauseMessage'
    | 'BellMessage']
>

/** What officials of a real table may ask for there, and players who decide. */
export type DeskRequest = WithoutId<
  Schema[
    | 'EnterMessage'
    | 'VoidMessage'
    | 'ConfirmMessage'
    | 'DisputeMessage'
    | 'DeskActMessage'
    | 'NameMessage'
    | 'PenaltyMessage'
    | 'SanctionMessage'
    | 'CorrectMessage'
    | 'PauseMessage'
    | 'ResumeMessage'
    | 'CloseMessage'
    | 'ProposeMessage'
    | 'VoteMessage'
    | 'ProtestMessage'
    | 'AnswerMessage'
    | 'PlaceMessage'
    | 'ProclaimedMessage'
    | 'NoteMessage']
>

export type Request = SeatRequest | DeskRequest

export type Answer = Schema['Done' | 'DeskDone' | 'RequestRefused']

type WithSnapshot<T> = Omit<T, 'moment' | 'log'> & { moment: Snapshot | null; log: Entry[] }

type Welcome = WithSnapshot<Schema['Welcome']>
export type DeskWelcome = WithSnapshot<Schema['DeskWelcome']>
export type JournalNews = Schema['JournalNews']

/** `officials`, `line` and `desk` are there at real tables only. */
export type News =
  | Welcome
  | DeskWelcome
  | (Omit<Schema['MomentNews'], 'moment'> & { moment: Snapshot })
  | (Omit<Schema['DeskMomentNews'], 'moment'> & { moment: Snapshot })
  | JournalNews
  | Schema['TableNews' | 'ChatNews' | 'TeamNews' | 'SideNews' | 'RematchNews' | 'Pong']

// of class tables

/** A team with its phones, for those and for the teacher. */
export type Team = Schema['TeamInfo']
/** How the side contest stands, as whoever looks may know it. */
export type Side = Schema['SideStanding']
/** What a join code leads to. */
export type Joinable = Schema['JoinableTable']
export type Joined = Schema['Joined']
/** The settings by which a game fits into a lesson. */
export type ClassSettings = Schema['ClassSettings']
/** What became of the questions of a class table. */
export type Report = Schema['ClassReport']

// of real tables

/** What is to be changed before the start. */
export type ChangedEvent = Schema['ChangedEvent']
export type Appointed = Schema['Appointed']
export type Official = Schema['OfficialInfo']
/** The same with how many sockets hold the office, for the organiser. */
export type OfficeInfo = Schema['OfficeInfo']
export type Role = Official['role']
/** What an office may ask for now. */
export type May = Schema['May']
export type Verb = May['verbs'][number]
export type Journal = Schema['Journal']
/** A line of the journal; its `kind` says what else is in it. */
export type Line = Journal['lines'][number]
/** The lines of one kind. */
export type LineOf<Kind extends Line['kind']> = Extract<Line, { kind: Kind }>
/** What is waited for. */
export type Pending = Schema['Pending']
export type SeatPeople = Schema['SeatPeople']
export type Sanction = Schema['SanctionChoice']
/** A line that can be corrected, and what can stand there instead. */
export type Correctable = Schema['Correctable']
export type DeskWords = Schema['DeskWords']
/** What an official who acts for a seat sees of it. */
export type Behalf = Schema['Behalf']
/** Where everybody, and every piece that stewards look after, must stand. */
export type Places = Schema['Places']
/** What would follow from a request. */
export type Preview = Omit<Schema['Preview'], 'entries'> & { entries: Entry[] }
export type RostersRead = Schema['RostersRead']
export type Rehearsal = Schema['Rehearsal']
export type Arrangement = Schema['Arrangement']
/** One value of a position that a council may set by hand. */
export type Field = Arrangement['fields'][number]
