// A form control for every option, from the option's own description, and back from what was typed to its value.
import type { OptionFacts } from '../api/wire'

export type Control = 'number' | 'share' | 'flag' | 'choice' | 'seat' | 'list' | 'grid' | 'text' | 'none'

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function controlFor(option: OptionFacts): Control {
  if (option.seats === 'one') return 'seat'
  if (option.many || Array.isArray(option.default)) return 'list'
  if (option.kind === 'chance') return 'share'
  if (option.kind === 'whole') return 'number'
  if (option.kind === 'flag') return 'flag'
  if (option.kind === 'choice') return 'choice'
  // files are those that the server offers; where it offers none there is nothing to choose
  if (option.kind === 'file') return option.choices.length > 1 ? 'choice' : 'none'
  if (isMapping(option.default)) return 'grid'
  return typeof option.default === 'number' ? 'number' : 'text'
}

/** How a value stands in its field. A word stands for itself; everything else is JSON; nothing is an empty field. */
export function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A list that stands in a field; with an entry a seat, as long as there are seats. */
export function listIn(option: OptionFacts, text: string, seats: number): unknown[] {
  const found = parsed(text)
  const given: unknown[] = Array.isArray(found) ? found : []
  if (option.seats !== 'each') return given
  const usual = (i: number): unknown => {
    if (!Array.isArray(option.default)) return Array.isArray(found) || found === '' ? option.default : found
    return (option.default as unknown[])[i]
  }
  return Array.from({ length: seats }, (_, i) => given[i] ?? usual(i))
}

/** The rows of a grid that stands in a field, in the order of the game's own. */
export function rowsIn(option: OptionFacts, text: string): [string, unknown][] {
  const found = parsed(text)
  return Object.entries({ ...(option.default as Record<string, unknown>), ...(isMapping(found) ? found : {}) })
}

/** What was typed into one entry of a list: several at once, if that is what it is. */
export function entries(typed: string): unknown[] {
  return typed
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(parsed)
}

/** The value of a field; undefined where it was left as it was, and the game fills it in. */
export function read(option: OptionFacts, text: string, seats: number): unknown {
  const typed = text.trim()
  if (typed === '' || typed === '[]' || typed === written(option.default)) return undefined
  if (option.choices.includes(typed)) return typed
  const value = parsed(typed)
  if (!Array.isArray(value)) return value
  const list = listIn(option, typed, seats)
  return written(list) === written(listIn(option, written(option.default), seats)) ? undefined : list
}

/** The given options: those whose fields say something else than the default. */
export function readAll(options: OptionFacts[], fields: Record<string, string>, seats: number): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const option of options) {
    const value = read(option, fields[option.name] ?? '', seats)
    if (value !== undefined) given[option.name] = value
  }
  return given
}
