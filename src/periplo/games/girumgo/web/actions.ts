// What a seat may do, by its parts, and how it is said.

import type { Choice, GameWords } from '$web/board'
import { capital, translateChoice } from '$web/words/translate'

/** The ways that a wheel can be spun, as events and choices name them. */
export const WAYS = ['counterclockwise', 'clockwise'] as const
export type Way = (typeof WAYS)[number]

/** The key for each way. */
export const KEYS: Record<string, Way> = { '+': 'counterclockwise', '-': 'clockwise' }

/** A choice that spins a wheel. */
export interface Spin extends Choice {
  to: string
  way: Way
}

/** A choice that takes the piece from wheel to wheel. */
export interface Crossing extends Choice {
  path: [from: string, to: string]
}

export const spins = (choices: Choice[]) => choices.filter((choice): choice is Spin => choice.way !== undefined)
export const crossings = (choices: Choice[]) => choices.filter((choice): choice is Crossing => choice.path !== undefined)

/** What is done without pointing at a wheel. */
export const others = (choices: Choice[]) => choices.filter(({ to }) => to === undefined)

/** What a button for a choice says. */
export const label = (words: GameWords, names: string[], choice: Choice) => capital(translateChoice(choice, words, names))
