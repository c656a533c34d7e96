// What an option's value is called.
import type { GameWords, OptionFacts } from '../api/wire'
import { written } from '../table/options'
import { say } from './say.svelte'

export function choiceName(option: OptionFacts, value: unknown, words: GameWords): string {
  if (typeof value === 'boolean') return say(value ? 'flag-yes' : 'flag-no')
  const called = option.names?.[String(value)] // a file
  return called ?? words.labels[`${option.name}=${String(value)}`] ?? written(value)
}
