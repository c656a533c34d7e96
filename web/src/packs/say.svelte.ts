// What the pages for packs say. They come with those pages: nobody else waits for them.
import type { Language } from '../words/languages'
import { sayFrom } from '../words/say.svelte'
import { WORDS as APP } from '../words/words'
import words from './words.json'

export const WORDS: Record<keyof typeof words, Record<Language, string>> = words

/** The app's own words can be said here too. */
export const say = sayFrom({ ...APP, ...WORDS })
