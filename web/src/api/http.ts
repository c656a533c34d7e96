// Requests to the server. Whatever goes wrong becomes a `Refusal` with words one can show.
import { DRAWN_HERE, isOffline } from '../offline/place'
import { deviceSecret, seatTokens } from './device'
import type {
  Addresses,
  Ahead,
  Hint,
  Appointed,
  Arrangement,
  Behalf,
  ChangedEvent,
  ClassSettings,
  Code,
  Correctable,
  Course,
  KitFacts,
  DailyInfo,
  DeskWords,
  EventLinks,
  Forgotten,
  GameFacts,
  GameWords,
  Journal,
  Joinable,
  Joined,
  Language,
  LessonMoment,
  Ladder,
  MyMatches,
  MyRatings,
  NewTable,
  OfficeInfo,
  Opened,
  Places,
  Preview,
  Problem,
  Proof,
  RatingList,
  Rehearsal,
  Report,
  Role,
  RostersRead,
  Sanction,
  Seated,
  SeatPeople,
  SeatSetup,
  Snapshot,
  Table,
  Verdict,
} from './wire'

/** `status` is 0 when no answer came at all. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: Code | '',
    why: string,
    /** The option that is wrong, where it is one. */
    readonly option = '',
    /** One like the asked for that is free, where a name is taken. */
    readonly freeName = '',
  ) {
    super(why)
  }
}

async function send(method: string, path: string, table: string | null, body?: unknown): Promise<string> {
  return sendAs(table === null ? [] : Object.values(seatTokens(table)), method, path, body)
}

async function file(path: string, table: string | null = null, body?: unknown): Promise<Blob> {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await fetchAs(table === null ? [] : Object.values(seatTokens(table)), method, path, body)
  return answer.blob()
}

/** The answer's text. It is always read: one that nobody reads keeps its connection, of which a browser has few. */
async function sendAs(tokens: string[], method: string, path: string, body?: unknown): Promise<string> {
  const answer = await fetchAs(tokens, method, path, body)
  return answer.text().catch(() => {
    throw new Refusal(0, '', '')
  })
}

async function fetchAs(tokens: string[], method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Response> {
  const headers: Record<string, string> = { 'Periplo-Device': deviceSecret(), ...more }
  if (tokens.length > 0) headers['Periplo-Seat'] = tokens.join(',')
  const isFile = body instanceof Blob // which says by itself what it is
  if (body !== undefined && !isFile) headers['Content-Type'] = 'application/json'
  let answer: Response
  let failed = ''
  try {
    const init = { method, headers, body: isFile ? body : body === undefined ? null : JSON.stringify(body) }
    answer = isOffline() ? await (await offline()).fetch(path, init) : await fetch(path, init)
    if (!answer.ok) failed = await answer.text()
  } catch {
    throw new Refusal(0, '', '')
  }
  if (!answer.ok) throw refusal(answer.status, failed)
  return answer
}

/** A request with headers of its own. */
export const askWith = (headers: Record<string, string>, method: string, path: string, body?: unknown) =>
  fetchAs([], method, path, body, headers)

/** The rules in this browser; most people never need them. */
const offline = () => import('../offline/engine.svelte').then(({ theEngine }) => theEngine())

function refusal(status: number, text: string): Refusal {
  try {
    const { code, why, option, free_name } = JSON.parse(text) as Problem
    return new Refusal(status, code, why, option, free_name)
  } catch {
    // something between here and the server answered in its own way
    return new Refusal(status, '', '')
  }
}

async function ask<T>(method: string, path: string, table: string | null = null, body?: unknown): Promise<T> {
  return JSON.parse(await send(method, path, table, body)) as T
}

// What never changes while the page is open is asked for once; a failure is not remembered.
const asked = new Map<string, Promise<unknown>>()

function once<T>(path: string): Promise<T> {
  const key = `${isOffline()} ${path}` // a server may offer more than this browser
  let answer = asked.get(key) as Promise<T> | undefined
  if (answer === undefined) {
    answer = ask<T>('GET', path)
    asked.set(key, answer)
    answer.catch(() => asked.delete(key))
  }
  return answer
}

function setup(seats: number, options: Record<string, unknown>): string {
  return `seats=${seats}&options=${encodeURIComponent(JSON.stringify(options))}`
}

/** Translated to a browser on the server's own machine. */
export const addresses = () => ask<Addresses>('GET', '/api/addresses')
export const games = () => once<GameFacts[]>('/api/games')
export const gameWords = (game: string, language: Language) => once<GameWords>(`/api/games/${game}/words/${language}`)
export const kitFacts = (game: string) => once<KitFacts>(`/api/games/${game}/kit`)
/** The game on paper, as PDF; `chosen` is a query. */
export const kit = (game: string, chosen: string) => file(`/api/games/${game}/kit.pdf?${chosen}`)
/** The kit of an event, with the badges of those whose links this device knows. */
export const eventKit = (table: string, chosen: string, links: EventLinks) => file(`/api/tables/${table}/kit.pdf?${chosen}`, table, links)
export const lessons = (game: string) => once<Course>(`/api/games/${game}/lessons`)
/** A lesson after everything that was tried in it. */
export const attendLesson = (game: string, lesson: string, tries: string[]) =>
  ask<LessonMoment>('POST', `/api/games/${game}/lessons/${lesson}`, null, { tries })
export const layout = (game: string, seats: number, options: Record<string, unknown>) =>
  once<Record<string, unknown>>(`/api/games/${game}/layout?${setup(seats, options)}`)
export const backgroundAddress = (game: string, seats: number, options: Record<string, unknown>, language: Language) =>
  drawn(`/api/games/${game}/ground.svg?${setup(seats, options)}&language=${language}`)
export const exampleAddress = (game: string, language: Language) => drawn(`/api/games/${game}/example.svg?language=${language}`)

/** The bare board itself, with the letters that it is written in. */
export async function background(game: string, seats: number, options: Record<string, unknown>, language: Language): Promise<string> {
  const address = await backgroundAddress(game, seats, options, language)
  return address.startsWith(DRAWN_HERE) ? decodeURIComponent(address.slice(DRAWN_HERE.length)) : send('GET', address, null)
}

/** The address of a drawing; without a server it has to be made first. */
function drawn(path: string): string | Promise<string> {
  if (!isOffline()) return path
  return import('../offline/drawing').then(({ drawing }) => drawing(path, (asked) => send('GET', asked, null)))
}

export const showTable = (id: string) => ask<Table>('GET', `/api/tables/${id}`, id)
/** Whether a token still fits a seat of the table. */
export async function fits(id: string, token: string): Promise<boolean> {
  try {
    await sendAs([token], 'GET', `/api/tables/${id}`)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-yours') return false
    throw error
  }
}
/** What would follow from each thing that a seat held here may do. */
/** A good action for a seat of one's own. */
export const askHint = (id: string, seat: number) => ask<Hint>('POST', `/api/tables/${id}/hint?seat=${seat}`, id)
export const lookAhead = (id: string, seat: number) => ask<Ahead>('GET', `/api/tables/${id}/ahead?seat=${seat}`, id)
export const openTables = () => ask<Table[]>('GET', '/api/tables')
export const myTables = () => ask<Table[]>('GET', '/api/my/tables')
export const myMatches = (from: number) => ask<MyMatches>('GET', `/api/my/matches?from=${from}`)
/** Everything that the server holds of this device, as a text to save. */
export const myData = () => send('GET', '/api/my/data', null)
export const deleteMyData = () => ask<Forgotten>('DELETE', '/api/my/data')
export const daily = (game: string, day: string | null) => ask<DailyInfo>('GET', `/api/daily/${game}${day === null ? '' : `?day=${day}`}`)
export const playDaily = (game: string, day: string, name: string, mark: string) =>
  ask<Opened>('POST', `/api/daily/${game}/${day}/table`, null, { name, mark })
export const enterDaily = (game: string, day: string, name: string) =>
  ask<DailyInfo>('POST', `/api/daily/${game}/${day}/entry`, null, { name })
export const myLadder = () => ask<Ladder[]>('GET', '/api/my/ladder')
export const myRatings = () => ask<MyRatings>('GET', '/api/my/ratings')
export const wantRatings = (name: string) => ask<MyRatings>('PUT', '/api/my/ratings', null, { name })
export const refuseRatings = () => ask<MyRatings>('DELETE', '/api/my/ratings')
export const ratings = (game: string) => ask<RatingList>('GET', `/api/ratings/${game}`)
export const openTable = (wanted: NewTable) => ask<Opened>('POST', '/api/tables', null, wanted)
export const startTable = (id: string) => send('POST', `/api/tables/${id}/start`, id)
export const sitDown = (id: string, seat: number, name: string, mark: string) =>
  ask<Seated>('POST', `/api/tables/${id}/seats/${seat}`, id, { name, mark })
export const placeSeat = (id: string, seat: number, place: SeatSetup) => send('PUT', `/api/tables/${id}/seats/${seat}`, id, place)
export const leaveSeat = (id: string, seat: number) => send('DELETE', `/api/tables/${id}/seats/${seat}`, id)
/** The new token of a seat that is away, for somebody else. */
export const handOver = (id: string, seat: number) => ask<{ token: string }>('POST', `/api/tables/${id}/seats/${seat}/link`, id)
/** The token of a spectator who judges what is said aloud. */
export const askJudge = (id: string) => ask<{ token: string }>('POST', `/api/tables/${id}/judge`, id)
export const rematch = (id: string) => ask<Table>('POST', `/api/tables/${id}/rematch`, id)
export const verify = (id: string) => ask<Verdict>('GET', `/api/tables/${id}/verify`, id)
export const proof = (id: string) => ask<Proof>('GET', `/api/tables/${id}/proof`, id)
export const snapshots = (id: string, from: number, count: number) =>
  ask<Snapshot[]>('GET', `/api/tables/${id}/moments?from=${from}&count=${count}`, id)
// ---- class tables

/** The teams that a code leads to. */
export const teamsBehind = (code: string) => ask<Joinable>('GET', `/api/join/${encodeURIComponent(code)}`)
export const joinTeam = (code: string, seat: number, name: string) =>
  ask<Joined>('POST', `/api/join/${encodeURIComponent(code)}`, null, { seat, name })
/** What makes a game fit into a lesson. */
export const classSettings = (game: string, teams: number, minutes: number) =>
  ask<ClassSettings>('GET', `/api/games/${game}/class-settings?teams=${teams}&minutes=${minutes}`)
export const classReport = (id: string, language: Language) => ask<Report>('GET', `/api/tables/${id}/report.json?language=${language}`, id)
export const reportFile = (id: string, ending: string, language: Language) =>
  file(`/api/tables/${id}/report.${ending}?language=${language}`, id)

// ---- real tables

export const deskWords = (game: string, language: Language) => once<DeskWords>(`/api/games/${game}/desk-words/${language}`)
export const journal = (id: string) => ask<Journal>('GET', `/api/tables/${id}/journal`, id)
export const people = (id: string) => ask<SeatPeople[]>('GET', `/api/tables/${id}/people`, id)
export const places = (id: string) => ask<Places>('GET', `/api/tables/${id}/places`, id)
export const correctable = (id: string) => ask<Correctable[]>('GET', `/api/tables/${id}/correctable`, id)
export const sanctions = (id: string, seat: number) => ask<Sanction[]>('GET', `/api/tables/${id}/sanctions?seat=${seat}`, id)
/** What an official who acts for a seat sees of it. */
export const behalf = (id: string, seat: number) => ask<Behalf>('GET', `/api/tables/${id}/behalf?seat=${seat}`, id)
/** What would follow from a request, without doing it. */
export const preview = (id: string, request: object) => ask<Preview>('POST', `/api/tables/${id}/preview`, id, request)
/** What of the position a ruling may set by hand. */
export const arrangement = (id: string, language: Language) => ask<Arrangement>('GET', `/api/tables/${id}/arrangement?language=${language}`, id)
export const checkArrangement = (id: string, position: object) =>
  ask<{ position: Record<string, unknown> }>('POST', `/api/tables/${id}/arrangement`, id, { position })
export const officials = (id: string) => ask<OfficeInfo[]>('GET', `/api/tables/${id}/officials`, id)
export const appoint = (id: string, role: Role, name: string, seat?: number) =>
  ask<Appointed>('POST', `/api/tables/${id}/officials`, id, seat === undefined ? { role, name } : { role, name, seat })
export const withdraw = (id: string, official: string) => ask<OfficeInfo[]>('DELETE', `/api/tables/${id}/officials/${official}`, id)
export const changeEvent = (id: string, changed: ChangedEvent) => ask<Table>('PUT', `/api/tables/${id}/event`, id, changed)
export const drawLots = (id: string, what: 'squares' | 'order') => ask<Table>('POST', `/api/tables/${id}/lots`, id, { what })
export const rehearse = (id: string) => ask<Rehearsal>('POST', `/api/tables/${id}/rehearse`, id)
/** A rehearsal or a class is deleted, with everything. */
export const throwAway = (id: string) => send('DELETE', `/api/tables/${id}`, id)
/** The people of each team, out of a file or a pasted text. */
export async function readRosters(game: string, teams: string[], content: Blob): Promise<RostersRead> {
  const path = `/api/games/${game}/rosters?${teams.map((team) => `teams=${encodeURIComponent(team)}`).join('&')}`
  const answer = await fetchAs([], 'POST', path, content)
  return (await answer.json()) as RostersRead
}
/** The minutes as a file, asked for with this device's offices. */
export const minutes = (id: string, ending: string, language: Language) =>
  file(`/api/tables/${id}/minutes.${ending}?language=${language}`, id)

export const record = (id: string) => send('GET', `/api/tables/${id}/record`, id)
/** As a seat held here sees it, from 1; as a spectator does for null. */
export const textBoard = (id: string, at: number, seat: number | null, language: Language) =>
  send('GET', `/api/tables/${id}/text?at=${at}${seat === null ? '' : `&seat=${seat}`}&language=${language}`, id)
