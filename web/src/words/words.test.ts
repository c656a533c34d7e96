import { expect, test } from 'vitest'
import { en } from './en'
import { es } from './es'
import { it } from './it'

const LANGUAGES = { en, es, it }
const fields = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

test.each(Object.entries(LANGUAGES))('%s says everything', (_, words) => {
  expect(Object.keys(words)).toEqual(Object.keys(en))
  for (const [key, text] of Object.entries(words)) {
    expect(text.trim(), key).not.toBe('')
    expect(text, key).not.toBe(key)
  }
})

test.each([
  ['es', es],
  ['it', it],
])('%s fills in the same fields as English', (_, words) => {
  for (const [key, text] of Object.entries(words)) {
    expect(fields(text), key).toEqual(fields(en[key as keyof typeof en]))
    expect(text.split('|').length, key).toBe(en[key as keyof typeof en].split('|').length)
  }
})
