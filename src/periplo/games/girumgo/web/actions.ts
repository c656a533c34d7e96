// How the actions of a seat are written, and how they are said.

import type { GameWords } from '$web/board'
import { fill } from '$web/words/fill'

export const WAYS = ['+', '-'] as const
export type Way = (typeof WAYS)[number]

export const spin = (wheel: string, way: Way) => `spin ${wheel} ${way}`
export const step = (wheel: string) => `step ${wheel}`
export const END = 'end'

/** The wheels to which the piece may cross. */
export function stepsIn(legal: string[]): string[] {
  return legal.filter((text) => text.startsWith('step ')).map((text) => text.slice(5))
}

/** A number of wedges with the sign of its way. */
export const signed = (wedges: number) => (wedges > 0 ? `+${wedges}` : `−${-wedges}`)

const capital = (said: string) => said.charAt(0).toUpperCase() + said.slice(1)

/** What a button for an action says. */
export function label(words: GameWords, text: string): string {
  const [verb, wheel, way] = text.split(' ')
  const round = { '+': words.words.counterclockwise, '-': words.words.clockwise }[way ?? '']
  const rest = [wheel, round].filter(Boolean).join(' ')
  return capital(fill(words.actions[verb!]!, { rest }))
}
