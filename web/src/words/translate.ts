// Events and actions as sentences: the game's templates filled in, as `periplo.core.words` does it.
import type { Choice, GameEvent, GameWords, Phrase } from '../board'
import { fill } from './fill'

const SEAT_FIELDS = new Set(['seat', 'other'])

export function translateEvent(event: GameEvent, words: GameWords, names: string[]): string {
  const kind = isPositionSet(event) ? 'position_set' : event.kind
  return fillWords(words.events[kind] ?? kind, event, words, names)
}

/** A template of `one|many` filled in with what an event says, `n` times. */
export function fillWords(template: string, event: GameEvent, words: GameWords, names: string[], n = 1): string {
  const fields = Object.entries(event).map(([field, value]) => [field, show(field, value, words, names)])
  const [one, many] = template.split('|')
  return fill(many === undefined || n === 1 ? one! : many, { ...Object.fromEntries(fields), n })
}

/** Whether a match went on from another position; games may set other things, with facts. */
function isPositionSet(event: GameEvent): boolean {
  return event.kind === 'set' && Object.keys(event).length === 2
}

export function translateAction(text: string, words: GameWords): string {
  const [word, ...rest] = text.split(' ')
  return fill(words.actions[word!] ?? text, { rest: rest.map((one) => words.words[one] ?? one).join(' ') })
}

/** What an action means: the game's phrase for it, or what its text says. */
export function translateChoice(choice: Choice, words: GameWords, names: string[]): string {
  return choice.said ? translatePhrase(choice.said, words, names) : translateAction(choice.text, words)
}

export function translatePhrase({ key, fields }: Phrase, words: GameWords, names: string[]): string {
  const shown = Object.entries(fields ?? {}).map(([field, value]) => [field, show(field, value, words, names)])
  return fill(words.phrases[key] ?? key, Object.fromEntries(shown))
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function translatePlace(name: number | string, words: GameWords): string {
  return show('', name, words, [])
}

function show(field: string, value: unknown, words: GameWords, names: string[]): string {
  if (SEAT_FIELDS.has(field) && typeof value === 'number') return names[value] ?? String(value + 1)
  if (typeof value === 'string') return word(value, words)
  if (Array.isArray(value)) {
    const between = value.some((item) => typeof item === 'string') ? ', ' : '+'
    return value.map((item) => show('', item, words, names)).join(between)
  }
  if (typeof value === 'object' && value !== null && 'key' in value) return translatePhrase(value as Phrase, words, names)
  return String(value)
}

/**
 * A word, or the name of a place: whole, with `#` for the number at its end (`1:#`), several words one by one, or names that a dot
 * joins (`a1.a2.b2`), with what stands before the last of them in `.`.
 */
function word(value: string, { words }: GameWords): string {
  if (words[value] !== undefined) return words[value]
  const listed = value.split('.')
  if (listed.length > 1 && words['.']) return listed.slice(0, -1).join(', ') + words['.'] + listed.at(-1)!
  const number = /\d*$/.exec(value)![0]
  const pattern = number && words[`${value.slice(0, -number.length)}#`]
  if (pattern) return pattern.replace('{n}', number)
  const parts = value.split(' ').map((part) => words[part])
  return parts.includes(undefined) ? value : parts.join(', ')
}
