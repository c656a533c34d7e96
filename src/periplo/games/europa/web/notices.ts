// What stays on the table to be read: what was right and why, and the story on a card.
import type { Entry, GameEvent, Snapshot, Translated } from '$web/board'
import type { Letter, Question } from './race'

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

/** The answer among these entries, if one was given; `before` is the snapshot in which it was asked for. */
export function answerIn(entries: Entry[], before: Snapshot | null): Answer | null {
  const found = find(entries, ({ kind }) => kind === 'answered_right' || kind === 'answered_wrong')
  if (!found) return null
  const { event, footnote } = found
  const right = event.kind === 'answered_right'
  return {
    seat: event.seat!,
    deck: event.deck as string,
    right,
    given: event.given as Letter | null,
    letter: event.right as Letter,
    footnote,
    question: (before?.question ?? null) as Question | null,
    exam: (event.exam as [number, number] | undefined) ?? null,
    mine: before !== null && Object.values(before.choices).flat().some(({ answer }) => answer !== undefined),
  }
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
