// What the app itself says. The games' own words come from the server.
import { settings } from '../settings.svelte'
import { fill } from './fill'
import type { Language } from './languages'
import { WORDS } from './words'

export type Fields = Record<string, string | number>

/** A way to say these words in the reader's language. `one|many` is chosen between by `n`. */
export function sayFrom<Key extends string>(words: Record<Key, Record<Language, string>>): (key: Key, values?: Fields) => string {
  return (key, values = {}) => {
    const [one, many] = words[key][settings.language].split('|')
    const template = many !== undefined && values['n'] !== 1 ? many : one!
    return fill(template, values)
  }
}

export const say = sayFrom(WORDS)
