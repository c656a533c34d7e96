import { expect, test } from 'vitest'
import { LANGUAGES } from '../words/languages'
import app from '../words/words.json'
import words from './words.json'

const fields = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

test('every language says everything, with the same fields', () => {
  for (const [key, entry] of Object.entries<Record<string, string>>(words)) {
    expect(key in app, key).toBe(false)
    expect(Object.keys(entry), key).toEqual(LANGUAGES)
    for (const text of Object.values(entry)) {
      expect(fields(text), key).toEqual(fields(entry['en']!))
      expect(text.split('|').length, key).toBe(entry['en']!.split('|').length)
    }
  }
})
