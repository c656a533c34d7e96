// What the pages of real tables say. They come with those pages: nobody else waits for them.
import type { Language } from '../words/languages'
import { sayFrom } from '../words/say.svelte'
import { WORDS as APP } from '../words/words'
import entering from './words/entering.json'
import judging from './words/judging.json'
import organiser from './words/organiser.json'
import people from './words/people.json'
import shared from './words/shared.json'
import walls from './words/walls.json'

const words = { ...shared, ...entering, ...judging, ...organiser, ...people, ...walls }
const WORDS: Record<keyof typeof words, Record<Language, string>> = words

/** The app's own words can be said here too. */
export const say = sayFrom({ ...APP, ...WORDS })
