// Events and actions as sentences: the room's templates filled in, as `periplo.play.words` does it.
import type { GameEvent, GameWords } from '../board'

const SEAT_FIELDS = new Set(['seat', 'other'])

export function tellEvent(event: GameEvent, words: GameWords, names: string[]): string {
  const template = words.events[event.kind] ?? event.kind
  return fill(template, (field) => show(field, event[field], words, names))
}

export function tellAction(text: string, words: GameWords): string {
  const [word, ...rest] = text.split(' ')
  const template = words.actions[word!]
  if (template === undefined) return text
  const told = rest.map((one) => words.words[one] ?? one).join(' ')
  return fill(template, (field) => (field === 'rest' ? told : `{${field}}`))
}

export function fill(template: string, value: (field: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (_, field: string) => value(field))
}

function show(field: string, value: unknown, words: GameWords, names: string[]): string {
  if (SEAT_FIELDS.has(field) && typeof value === 'number') return names[value] ?? String(value + 1)
  if (typeof value === 'string') return words.words[value] ?? value
  if (Array.isArray(value)) return value.map((item) => show('', item, words, names)).join('+')
  return String(value)
}
