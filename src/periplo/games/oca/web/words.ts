import type { GameEvent, GameWords } from '$web/board'

/** A text with what stands for its fields in braces. */
export function fill(template: string, fields: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (whole, field: string) => String(fields[field] ?? whole))
}

/** An event as a sentence. */
export function tell(event: GameEvent, words: GameWords, names: string[]): string {
  const shown = Object.entries(event).map(([field, value]): [string, string] => {
    if (field === 'seat' || field === 'other') return [field, names[value as number]!]
    if (Array.isArray(value)) return [field, value.join('+')]
    return [field, words.words[String(value)] ?? String(value)]
  })
  return fill(words.events[event.kind]!, Object.fromEntries(shown))
}
