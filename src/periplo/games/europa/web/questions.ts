// The questions of a pack while they are written. What is wrong with them the server says.
import type { Translated } from '$web/board'
import { randomHex } from '$web/random'
import type { Asked, Letter, Question } from './race'

export interface Texts {
  ask: string
  right: string
  wrong: string[]
  why: string
  alt?: string
}

/** An entry of a draft: beside these its texts, by language. */
export interface Draft {
  [language: string]: unknown
  id: string
  deck: string
  topic: string
  difficulty: string
  picture?: string
}

export interface Deck {
  deck: string
  levels: Record<string, number>
  /** How many a full game asks for. */
  enough: number
}

export interface Survey {
  decks: Deck[]
  /** How many a deck needs at all. */
  least: number
  missing: string[]
  languages: string[]
  pictures: number
}

const LETTERS: Letter[] = ['A', 'B', 'C', 'D']
const RANDOM_BYTES = 8

export const blank = (): Texts => ({ ask: '', right: '', wrong: ['', '', ''], why: '' })

/** Also where nobody has written anything yet. */
export const textsOf = (draft: Draft, language: string): Texts => (draft[language] as Texts | undefined) ?? blank()

export const isBlank = ({ ask, right, wrong, why, alt }: Texts): boolean => [ask, right, ...wrong, why, alt ?? ''].every((text) => text.trim() === '')

/** Colleagues may add questions at the same time: no two get the same id. */
export const newQuestion = (deck: string, languages: readonly string[], difficulty: string): Draft => ({
  id: `${deck}-${randomHex(RANDOM_BYTES)}`,
  deck,
  topic: '',
  difficulty,
  ...Object.fromEntries(languages.map((language) => [language, blank()])),
})

export const countOf = ({ levels }: Deck): number => Object.values(levels).reduce((sum, n) => sum + n, 0)

export type DeckState = 'ours' | 'none' | 'few' | 'again' | 'enough'

export function stateOf(deck: Deck, { least, missing }: Survey, fallsBack: boolean): DeckState {
  const n = countOf(deck)
  if (n === 0) return fallsBack || !missing.includes(deck.deck) ? 'ours' : 'none'
  if (n < least) return 'few'
  return n < deck.enough ? 'again' : 'enough'
}

/** Whether a question has these words anywhere, in any language. */
export function contains(draft: Draft, wanted: string): boolean {
  return JSON.stringify({ ...draft, picture: '' }).toLowerCase().includes(JSON.stringify(wanted.trim().toLowerCase()).slice(1, -1))
}

/** As a player is asked; where the right answer stands is not yet known. */
export function asked(draft: Draft, languages: readonly (keyof Translated)[]): Question {
  const written = languages.filter((language) => !isBlank(textsOf(draft, language)))
  const place = [...draft.id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % LETTERS.length
  const of = (language: string): Asked => {
    const { ask, right, wrong, alt } = textsOf(draft, language)
    const answers = [...wrong.slice(0, place), right, ...wrong.slice(place)]
    return {
      ask,
      answers: Object.fromEntries(LETTERS.map((letter, i) => [letter, answers[i] ?? ''])) as Record<Letter, string>,
      topic: draft.topic,
      difficulty: Number(draft.difficulty),
      ...(draft.picture ? { picture: draft.picture, alt: alt ?? '' } : {}),
    }
  }
  const entries = languages.map((language) => [language, of(written.includes(language) ? language : (written[0] ?? language))])
  return Object.fromEntries(entries) as Question
}
