// What the app itself says. The games' own words come from the server.
import { settings } from '../settings.svelte'
import { fill } from './fill'
import { WORDS, type Key } from './words'

/** In the reader's language. `one|many` is chosen between by `n`. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  const [one, many] = WORDS[key][settings.language].split('|')
  const template = many !== undefined && values['n'] !== 1 ? many : one!
  return fill(template, values)
}
