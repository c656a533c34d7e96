// What the app itself says. The games' own words come from the server.
import { settings } from '../settings.svelte'
import { en } from './en'
import { es } from './es'
import { it } from './it'
import type { Key } from './en'
import { fill } from './fill'
import type { Language } from './languages'

const words: Record<Language, Record<Key, string>> = { en, es, it }

/** In the reader's language. `one|many` is chosen between by `n`. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  const [one, many] = words[settings.language][key].split('|')
  const template = many !== undefined && values['n'] !== 1 ? many : one!
  return fill(template, values)
}
