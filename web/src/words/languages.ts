// The languages there are, from the one list of them, which the server reads too.
import languages from '../../../src/periplo/core/languages.json'

export type Language = keyof typeof languages

/** What each language calls itself. */
export const CALLED: Record<Language, string> = languages

export const LANGUAGES = Object.keys(languages) as Language[]
