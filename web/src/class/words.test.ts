import { expect, test } from 'vitest'
import app from '../words/words.json'
import { LANGUAGES } from '../words/languages'
import words from './words.json'

const fields = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

test.each(LANGUAGES)('%s says everything about a class, with the same fields', (language) => {
  for (const [key, entry] of Object.entries(words)) {
    expect(entry[language].trim(), key).not.toBe('')
    expect(fields(entry[language]), key).toEqual(fields(entry.en))
    expect(entry[language].split('|').length, key).toBe(entry.en.split('|').length)
  }
})

test('no text of these pages stands in the way of another', () => {
  expect(Object.keys(words).filter((key) => key in app)).toEqual([])
})
