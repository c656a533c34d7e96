// The app's own words, a column a language. `one|many` where a number `n` decides; fields stand in braces.
import type { Language } from './languages'
import words from './words.json'

export type Key = keyof typeof words

/** A text that lacks a language is a type error here. */
export const WORDS: Record<Key, Record<Language, string>> = words
