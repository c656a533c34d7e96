// Events and actions as sentences: the game's templates filled in, as `periplo.core.words` does it.
import type { GameEvent, GameWords } from '../board'
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

export function translatePlace(name: number | string, words: GameWords): string {
  return show('', name, words, [])
}

function show(field: string, value: unknown, words: GameWords, names: string[]): string {
  if (SEAT_FIELDS.has(field) && typeof value === 'number') return names[value] ?? String(value + 1)
  if (typeof value === 'string') return words.words[value] ?? value
  if (Array.isArray(value)) return value.map((item) => show('', item, words, names)).join('+')
  return String(value)
}
