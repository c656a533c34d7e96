// How the actions of a seat are written, and how they are said.

import type { Choice, GameWords } from '$web/board'
import { fill } from '$web/words/fill'

export const WAYS = ['+', '-'] as const
export type Way = (typeof WAYS)[number]

export const spin = (wheel: string, way: Way) => `spin ${wheel} ${way}`
export const END = 'end'

/** A choice that takes the piece from wheel to wheel. */
export interface Crossing extends Choice {
  path: [from: string, to: string]
}

export const crossings = (choices: Choice[]) => choices.filter((choice): choice is Crossing => choice.path !== undefined)

/** Whether a wheel can be spun: its choice names a place, but no way of the piece. */
export const maySpin = (choices: Choice[]) => choices.some(({ to, path }) => to !== undefined && path === undefined)

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
