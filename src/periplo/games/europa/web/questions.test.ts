import { expect, test } from 'vitest'
import { LANGUAGES } from '$web/words/languages'
import words from './packs.json'
import { asked, contains, isBlank, newQuestion, stateOf, textsOf, type Survey } from './questions'

const fields = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

test('every language says everything, with the same fields', () => {
  for (const [key, entry] of Object.entries<Record<string, string>>(words)) {
    expect(Object.keys(entry), key).toEqual(LANGUAGES)
    for (const text of Object.values(entry)) {
      expect(fields(text), key).toEqual(fields(entry['en']!))
      expect(text.split('|').length, key).toBe(entry['en']!.split('|').length)
    }
  }
})

const question = {
  ...newQuestion('spain', ['es', 'en'], '1'),
  es: { ask: '¿Qué «río»?', right: 'Ebro', wrong: ['Duero', 'Tajo', 'Miño'], why: '' },
}

test('two new questions have different ids', () => {
  expect(newQuestion('spain', [], '1').id).not.toBe(newQuestion('spain', [], '1').id)
})

test('a language that nobody has written is blank', () => {
  expect(isBlank(textsOf(question, 'en'))).toBe(true)
  expect(isBlank(textsOf(question, 'it'))).toBe(true)
  expect(isBlank(textsOf(question, 'es'))).toBe(false)
})

test('a question is found by any of its words', () => {
  expect(contains(question, ' MIÑO ')).toBe(true)
  expect(contains(question, '«río»')).toBe(true)
  expect(contains(question, 'Volga')).toBe(false)
})

test('a preview has all four answers, and shows what there is where a language is missing', () => {
  const { en, es } = asked(question, ['en', 'es'])
  expect(Object.values(es.answers).sort()).toEqual(['Duero', 'Ebro', 'Miño', 'Tajo'])
  expect(en).toEqual(es)
})

test('a country has none, too few, enough, or ours', () => {
  const survey: Survey = { decks: [], least: 3, missing: ['spain'], languages: [], pictures: 0 }
  const deck = (n: number) => ({ deck: 'spain', levels: { 1: n }, enough: 8 })
  expect(stateOf(deck(0), survey, true)).toBe('ours')
  expect(stateOf(deck(0), survey, false)).toBe('none')
  expect(stateOf(deck(2), survey, true)).toBe('few')
  expect(stateOf(deck(7), survey, true)).toBe('again')
  expect(stateOf(deck(8), survey, true)).toBe('enough')
})
