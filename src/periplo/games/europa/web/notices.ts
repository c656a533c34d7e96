// What stays on the table to be read: what was right and why, and the story on a card.
import type { Entry, GameEvent, GameWords, Snapshot, Translated } from '$web/board'
import { fill } from '$web/words/fill'
import { translateEvent } from '$web/words/translate'
import { signName, type Derived, type Goal, type Home, type Letter, type Question } from './race'

export interface Answer {
  seat: number
  deck: string
  right: boolean
  /** null where an answer was given aloud. */
  given: Letter | null
  letter: Letter
  footnote: Translated
  /** What had been asked; null if one comes too late to have seen it. */
  question: Question | null
  /** Right and wrong answers of the exam, this one included; null outside it. */
  exam: [number, number] | null
  /** Whether somebody on this device was asked. */
  mine: boolean
  /** What the answer brought: a flag, having to leave, the end of the exam. */
  follows: GameEvent[]
  /** Where a flag that was not won can still be won. */
  outlook: 'ahead' | 'behind' | null
}

export interface Story {
  seat: number
  deck: string
  footnote: Translated
  /** What the card does. */
  does: GameEvent | null
  /** Where the flag that was not asked for can still be won. */
  outlook: 'ahead' | 'behind' | null
}

interface Found {
  event: GameEvent
  footnote: Translated
  after: GameEvent[]
}

/** The last event of a sort that something stands behind. */
function find(entries: Entry[], wanted: (event: GameEvent) => boolean): Found | null {
  for (const entry of entries.toReversed()) {
    const i = entry.events.findLastIndex((event, i) => wanted(event) && entry.asides[i] != null)
    if (i >= 0) return { event: entry.events[i]!, footnote: entry.asides[i]!, after: entry.events.slice(i + 1) }
  }
  return null
}

/** As one list, with another word before the last. */
function listed(parts: string[], words: GameWords): string {
  const last = parts.at(-1)!
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')}${words.web.next_or}${last}` : last
}

/** Where the next flag is: what has to be thrown for it, or how far its cities are. */
function nextOf({ country, city, squares, cities = [{ city, squares }] }: Goal, words: GameWords, route: number | null): string {
  const named = (word: string) => words.words[word] ?? word
  const near = cities.flatMap(({ city, throw: face }) =>
    face === undefined ? [] : [fill(words.web[face === 'plane' ? 'next_need_plane' : 'next_need']!, { throw: face, city: named(city) })],
  )
  const far = cities.map(({ city, squares }, n) => fill(words.web[n === 0 ? 'next_first' : 'next_city']!, { squares, city: named(city) }))
  const is = near.length > 0
  return fill(words.web[is ? 'next_throw' : 'next_flag']!, { country: named(country), sign: signName(route, words), cities: listed(is ? near : far, words) })
}

/** How far it is home, once all flags are won. */
function homeOf(home: Home, words: GameWords): string {
  const key = home.squares === 0 ? 'failed' : home.throw === undefined ? 'far' : home.throw === 'plane' ? 'plane' : 'near'
  return fill(words.web[`home_${key}`]!, { ...home })
}

/** Where the next flag of a seat, from 0, is and how its cities look on the map, or the way home; and which flags lie behind it. */
export function flagsOf({ next, lacking, home }: Derived, words: GameWords, seat: number, route: number | null): { ahead: string; behind: string } {
  const key = String(seat + 1)
  const goal = next?.[key]
  const way = home?.[key]
  const countries = lacking?.[key]?.behind ?? []
  return {
    ahead: way ? homeOf(way, words) : goal ? nextOf(goal, words, route) : '',
    behind: countries.length ? fill(words.web.flags_behind!, { countries: countries.map((one) => words.words[one] ?? one).join(', ') }) : '',
  }
}

const FOLLOWS = ['flag', 'must_leave', 'won', 'failed']

const outlookFor = ({ lacking }: Derived, seat: number, deck: string): 'ahead' | 'behind' | null => {
  const open = lacking?.[String(seat + 1)]
  return open?.ahead.includes(deck) ? 'ahead' : open?.behind.includes(deck) ? 'behind' : null
}

/** The answer among these entries, if one was given; `before` is the snapshot in which it was asked for, `lacking` is known after it. */
export function answerIn(entries: Entry[], before: Snapshot | null, derived: Derived): Answer | null {
  const found = find(entries, ({ kind }) => kind === 'answered_right' || kind === 'answered_wrong')
  if (!found) return null
  const { event, footnote, after } = found
  const right = event.kind === 'answered_right'
  const deck = event.deck as string
  return {
    seat: event.seat!,
    deck,
    right,
    follows: after.filter(({ kind, seat }) => seat === event.seat && FOLLOWS.includes(kind)),
    outlook: outlookFor(derived, event.seat!, deck),
    given: event.given as Letter | null,
    letter: event.right as Letter,
    footnote,
    question: (before?.question ?? null) as Question | null,
    exam: (event.exam as [number, number] | undefined) ?? null,
    mine: before !== null && Object.values(before.choices).flat().some(({ answer }) => answer !== undefined),
  }
}

/** Where a flag that was not won can still be won, as a sentence; none where there is nothing to say. */
export function outlookOf({ deck, right = false, outlook }: Pick<Answer, 'deck' | 'outlook'> & { right?: boolean }, words: GameWords): string[] {
  return right || outlook === null ? [] : [fill(words.web[`flag_${outlook}`]!, { country: words.words[deck] })]
}

/** The answer that was given last; `asked` is the last snapshot that asked something. */
export function lastAnswer(log: Entry[], asked: Snapshot | null): Answer | null {
  const entry = log.findLast(({ events }) => events.some(({ kind }) => kind.startsWith('answered_')))
  if (!entry) return null
  return answerIn([entry], asked?.n === entry.n - 1 ? asked : null, {})
}

/** The instruction card among these entries; `lacking` is known after it. */
export function storyIn(entries: Entry[], derived: Derived): Story | null {
  const found = find(entries, ({ kind }) => kind === 'drew')
  if (!found) return null
  const { seat, deck } = found.event as GameEvent & { deck: string }
  const does = found.after.find((event) => event.kind.startsWith('told_')) ?? null
  return { seat: seat!, deck, footnote: found.footnote, does, outlook: outlookFor(derived, seat!, deck) }
}

/** What an instruction card brings, as sentences: what it does, and what that means for the flag. */
export function linesOf(story: Story, words: GameWords, names: string[]): string[] {
  const does = story.does ? [translateEvent(story.does, words, names)] : []
  return [...does, ...(story.outlook ? [words.web.no_question!] : []), ...outlookOf(story, words)]
}

/** The explanation without the question before it, where that is shown anyway. */
export const without = (footnote: string, ask: string): string =>
  footnote.startsWith(ask) ? footnote.slice(ask.length).trim() : footnote
