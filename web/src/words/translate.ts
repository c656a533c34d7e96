// Events and actions as sentences: the game's templates filled in, as `periplo.core.words` does it.
import type { GameEvent, GameWords } from '../board'
import { fill } from './fill'

const SEAT_FIELDS = new Set(['seat', 'other'])

export function translateEvent(event: GameEvent, words: GameWords, names: string[]): string {
  const fields = Object.entries(event).map(([field, value]) => [field, show(field, value, words, names)])
  return fill(words.events[event.kind] ?? event.kind, Object.fromEntries(fields))
}

export function translateAction(text: string, words: GameWords): string {
  const [word, ...rest] = text.split(' ')
  return fill(words.actions[word!] ?? text, { rest: rest.map((one) => words.words[one] ?? one).join(' ') })
}

function show(field: string, value: unknown, words: GameWords, names: string[]): string {
  if (SEAT_FIELDS.has(field) && typeof value === 'number') return names[value] ?? String(value + 1)
  if (typeof value === 'string') return words.words[value] ?? value
  if (Array.isArray(value)) return value.map((item) => show('', item, words, names)).join('+')
  return String(value)
}
