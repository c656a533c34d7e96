import { expect, test } from 'vitest'
import { LANGUAGES } from './languages'
import { WORDS } from './words'

const fields = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

test.each(LANGUAGES)('%s says everything', (language) => {
  for (const [key, entry] of Object.entries(WORDS)) {
    expect(Object.keys(entry), key).toEqual(LANGUAGES)
    expect(entry[language].trim(), key).not.toBe('')
    expect(entry[language], key).not.toBe(key)
  }
})

test.each(LANGUAGES)('%s fills in the same fields as English', (language) => {
  for (const [key, entry] of Object.entries(WORDS)) {
    expect(fields(entry[language]), key).toEqual(fields(entry.en))
    expect(entry[language].split('|').length, key).toBe(entry.en.split('|').length)
  }
})
