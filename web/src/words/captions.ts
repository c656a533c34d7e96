// What happened, in a few words for whoever looks: the game's banners, or its sentences where it has none.
import type { Entry, GameEvent, GameWords } from '../board'
import { fillWords, translateEvent } from './translate'

/** One thing that happened, or several alike. */
export interface Part {
  text: string
  entry: Entry
  event: GameEvent
  /** Whether it was done to the reader by somebody else. */
  toMe: boolean
  /** Whether the game calls it important: such parts come first where not all would fit. */
  strong: boolean
}

export interface Caption {
  entry: Entry
  /** Whose turn it was, from 0; null for nobody's. */
  seat: number | null
  parts: Part[]
}

const STRONG = '! ' // what the banner of something important begins with
const FITS = 90 // letters, in the strip above the board on a phone
const ROLES = ['other', 'seat'] as const // the fields of an event that name a seat

/** Whose action it is: who decided, or who threw. */
export function whose({ actor, events }: Entry): number | null {
  if (actor !== 'table') return Number(actor) - 1
  return events.find(({ seat }) => typeof seat === 'number')?.seat ?? null
}

/**
 * From which entry on there is something to tell `me`, who acts again: from the beginning of their last turn. That is where they
 * began to act without a break or, where everybody acts at the same time, after the entry `before`.
 */
export function firstSince(log: Entry[], me: number, before: number | null): number {
  const last = log.findLastIndex((entry) => whose(entry) === me)
  const begun = log.slice(0, last + 1).findLastIndex((entry) => whose(entry) !== me) + 1
  const after = before === null ? -1 : log.findIndex(({ n }) => n > before)
  return after < 0 ? begun : Math.min(begun, after)
}

/** `me` is the reader's seat, from 0; null for a spectator. Null where there is nothing to say. */
export function captionOf(entry: Entry, words: GameWords, names: string[], me: number | null): Caption | null {
  const parts = partsOf([entry], words, names, whose(entry), me)
  if (parts.length === 0) return null
  const seat = whom(entry, parts)
  return { entry, seat, parts: seat === whose(entry) ? parts : partsOf([entry], words, names, seat, me) }
}

/** Whom a caption is about: whose action it is, unless all that is said is of one other, as where the last to act ends a round. */
function whom(entry: Entry, parts: Part[]): number | null {
  const seats = new Set(parts.map(({ event }) => event.seat))
  const [only] = seats
  return seats.size === 1 && typeof only === 'number' ? only : whose(entry)
}

/** The entries of the last turn: those of one seat without a break, up to the last entry that has anything to say. */
export function lastTurn(log: Entry[], last: Entry): Entry[] {
  const end = log.indexOf(last) + 1
  const begun = log.slice(0, end).findLastIndex((entry) => whose(entry) !== whose(last)) + 1
  return log.slice(begun, end)
}

/** Entries in their order, but those that were seen at once, which is when `seenAt` is the same, seat by seat. */
export function seatBySeat(entries: Entry[], seenAt: (entry: Entry) => number): Entry[] {
  const seat = (entry: Entry) => whose(entry) ?? -1
  const together = new Map<number, Entry[]>()
  for (const entry of entries) together.set(seenAt(entry), [...(together.get(seenAt(entry)) ?? []), entry])
  return [...together.values()].flatMap((each) => each.toSorted((one, other) => seat(one) - seat(other)))
}

/** The same of several entries of one seat, as one. */
export function joinCaptions(captions: Caption[], words: GameWords, names: string[], me: number | null): Caption[] {
  const turns: { seat: number | null; entries: Entry[] }[] = []
  for (const { entry, seat } of captions) {
    const last = turns.at(-1)
    if (last?.seat === seat) last.entries.push(entry)
    else turns.push({ seat, entries: [entry] })
  }
  return turns.map(({ seat, entries }) => ({ entry: entries.at(-1)!, seat, parts: partsOf(entries, words, names, seat, me) }))
}

function partsOf(entries: Entry[], words: GameWords, names: string[], seat: number | null, me: number | null): Part[] {
  const found = new Map<string, Omit<Part, 'text' | 'strong'> & { template: string | null; n: number }>()
  for (const { entry, event } of entries.flatMap((entry) => entry.events.map((event) => ({ entry, event })))) {
    const key = bannerOf(event, words, me)
    const template = key === null ? null : words.banners[key]!
    if (template === '') continue
    const toMe = me !== null && seat !== me && ROLES.some((role) => event[role] === me)
    // one|many: those alike are one part, with what the last of them says
    const alike = template?.includes('|') ? `${key} ${event.seat} ${String(event['other'])}` : String(found.size)
    const n = (found.get(alike)?.n ?? 0) + 1
    found.set(alike, { entry, event, toMe, template, n })
  }
  const parts = [...found.values()].map(({ entry, event, toMe, template, n }) => {
    if (template === null) return { text: translateEvent(event, words, names), entry, event, toMe, strong: false, isOthers: false }
    const filled = fillWords(template, event, words, names, n)
    const strong = filled.startsWith(STRONG)
    const text = strong ? filled.slice(STRONG.length) : filled
    const isOthers = typeof event.seat === 'number' && event.seat !== seat && event.seat !== me
    return { text: isOthers ? `${names[event.seat!]}: ${text}` : text, entry, event, toMe, strong, isOthers }
  })
  // after the sign of one, first what is theirs
  const said = saidOnce([...parts.filter(({ isOthers }) => !isOthers), ...parts.filter(({ isOthers }) => isOthers)])
  const letters = said.reduce((sum, { text }) => sum + text.length + 3, 0)
  return letters <= FITS ? said : [...said.filter(({ strong }) => strong), ...said.filter(({ strong }) => !strong)]
}

/** What is said several times in a row is said once, and how often. */
function saidOnce(parts: Part[]): Part[] {
  const rows: Part[][] = []
  for (const part of parts) {
    const row = rows.at(-1)
    if (row?.[0]!.text === part.text && row[0]!.entry === part.entry) row.push(part)
    else rows.push([part])
  }
  return rows.map((row) => (row.length === 1 ? row[0]! : { ...row[0]!, text: `${row[0]!.text} ×${row.length}` }))
}

/** The key of the banner for this reader; null where the game has none for such an event. */
function bannerOf(event: GameEvent, words: GameWords, me: number | null): string | null {
  const { kind } = event
  const kinds = [`${kind}/${String(event['piece'])}`, kind]
  const mine = me === null ? [] : ROLES.filter((role) => event[role] === me)
  const keys = [...mine.flatMap((role) => kinds.map((one) => `${one}:${role}`)), ...kinds]
  return keys.find((key) => key in words.banners) ?? null
}

/**
 * The clauses that explain a caption and what they are called; the bare clause where a game names none. First what happened to the
 * reader, then what happened last: that is what the board shows.
 */
export function reasonsOf({ parts }: Caption, words: GameWords): { title: string; part: Part }[] {
  const names = Object.keys(words.titles).length > 0
  const latest = parts.toReversed()
  const ordered = [...latest.filter(({ toMe }) => toMe), ...latest.filter(({ toMe }) => !toMe)]
  const found = new Map<string, { title: string; part: Part }>()
  for (const part of ordered) {
    const { rule } = part.event
    const title = words.titles[rule] ?? (names ? undefined : rule)
    if (title !== undefined && !found.has(rule)) found.set(rule, { title, part })
  }
  return [...found.values()]
}

export const lettersIn = (caption: Caption | null): number => caption?.parts.reduce((sum, { text }) => sum + text.length + 3, 0) ?? 0
