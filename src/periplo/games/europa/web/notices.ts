// What stays on the table to be read: what was right and why, and the story on a card.
import type { Entry, GameEvent, GameWords, Snapshot, Translated } from '$web/board'
import { fill } from '$web/words/fill'
import { signName, type Derived, type Goal, type Letter, type Question } from './race'

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
  deck: string
  footnote: Translated
  /** What the card does. */
  does: GameEvent | null
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

/** The cities where a flag can be won, each with its squares, as one list. */
function citiesOf({ city, squares, cities = [{ city, squares }] }: Goal, words: GameWords): string {
  const listed = cities.map((one) => fill(words.web.next_city!, { city: words.words[one.city] ?? one.city, squares: one.squares }))
  const [one, many] = words.web.next_squares!.split('|')
  const last = listed.pop()
  const all = [...(listed.length > 0 ? [listed.join(', ')] : []), last].join(words.web.next_or!)
  return fill(cities.at(-1)!.squares === 1 ? one! : many!, { cities: all })
}

/** Where the next flag of a seat, from 0, is and how its cities look on the map, and which flags lie behind it. */
export function flagsOf({ next, lacking }: Derived, words: GameWords, seat: number, route: number | null): { ahead: string; behind: string } {
  const goal = next?.[String(seat + 1)]
  const countries = lacking?.[String(seat + 1)]?.behind ?? []
  const named = (word: string) => words.words[word] ?? word
  return {
    ahead: goal ? fill(words.web.next_flag!, { country: named(goal.country), sign: signName(route, words), cities: citiesOf(goal, words) }) : '',
    behind: countries.length ? fill(words.web.flags_behind!, { countries: countries.map(named).join(', ') }) : '',
  }
}

const FOLLOWS = ['flag', 'must_leave', 'won', 'failed']

/** The answer among these entries, if one was given; `before` is the snapshot in which it was asked for, `lacking` is known after it. */
export function answerIn(entries: Entry[], before: Snapshot | null, { lacking }: Derived): Answer | null {
  const found = find(entries, ({ kind }) => kind === 'answered_right' || kind === 'answered_wrong')
  if (!found) return null
  const { event, footnote, after } = found
  const right = event.kind === 'answered_right'
  const deck = event.deck as string
  const open = lacking?.[String(event.seat! + 1)]
  return {
    seat: event.seat!,
    deck,
    right,
    follows: after.filter(({ kind, seat }) => seat === event.seat && FOLLOWS.includes(kind)),
    outlook: open?.ahead.includes(deck) ? 'ahead' : open?.behind.includes(deck) ? 'behind' : null,
    given: event.given as Letter | null,
    letter: event.right as Letter,
    footnote,
    question: (before?.question ?? null) as Question | null,
    exam: (event.exam as [number, number] | undefined) ?? null,
    mine: before !== null && Object.values(before.choices).flat().some(({ answer }) => answer !== undefined),
  }
}

/** Where a flag that was not won can still be won, as a sentence; none where there is nothing to say. */
export function outlookOf({ deck, right, outlook }: Answer, words: GameWords): string[] {
  return right || outlook === null ? [] : [fill(words.web[`flag_${outlook}`]!, { country: words.words[deck] })]
}

/** The answer that was given last; `asked` is the last snapshot that asked something. */
export function lastAnswer(log: Entry[], asked: Snapshot | null): Answer | null {
  const entry = log.findLast(({ events }) => events.some(({ kind }) => kind.startsWith('answered_')))
  if (!entry) return null
  return answerIn([entry], asked?.n === entry.n - 1 ? asked : null, {})
}

/** The instruction card among these entries. */
export function storyIn(entries: Entry[]): Story | null {
  const found = find(entries, ({ kind }) => kind === 'drew')
  if (!found) return null
  const does = found.after.find((event) => event.kind.startsWith('told_')) ?? null
  return { deck: found.event.deck as string, footnote: found.footnote, does }
}

/** The explanation without the question before it, where that is shown anyway. */
export const without = (footnote: string, ask: string): string =>
  footnote.startsWith(ask) ? footnote.slice(ask.length).trim() : footnote
