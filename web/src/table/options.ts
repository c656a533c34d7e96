// A form control for every option, from the option's own description, and back from what was typed to its value.
import type { OptionFacts } from '../api/wire'

export type Control = 'number' | 'flag' | 'choice' | 'text' | 'none'

export function controlFor(option: OptionFacts): Control {
  if (option.kind === 'whole') return 'number'
  if (option.kind === 'flag') return 'flag'
  if (option.kind === 'choice') return 'choice'
  // files are those that the server offers; where it offers none there is nothing to choose
  if (option.kind === 'file') return option.choices.length > 1 ? 'choice' : 'none'
  return 'text'
}

/** How a value stands in its field. A word stands for itself; everything else is JSON; nothing is an empty field. */
export function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The value of a field; undefined where it was left as it was, and the game fills it in. */
export function read(option: OptionFacts, text: string): unknown {
  const typed = text.trim()
  if (typed === '' || typed === written(option.default)) return undefined
  if (option.choices.includes(typed)) return typed
  try {
    return JSON.parse(typed)
  } catch {
    // "1, 2, 3" is a list without its brackets
    if (/^[-\d.,\s]+$/.test(typed) && typed.includes(',')) return typed.split(',').map(Number)
    return typed
  }
}

/** The given options: those whose fields say something else than the default. */
export function readAll(options: OptionFacts[], fields: Record<string, string>): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const option of options) {
    const value = read(option, fields[option.name] ?? '')
    if (value !== undefined) given[option.name] = value
  }
  return given
}
