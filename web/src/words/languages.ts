import type { Language } from '../board'

export type { Language }

export const LANGUAGES = ['en', 'es', 'it'] as const satisfies readonly Language[]

/** What each language calls itself. */
export const CALLED: Record<Language, string> = { en: 'English', es: 'Español', it: 'Italiano' }
