import { expect, test } from 'vitest'
import type { GameWords } from '../board'
import { translateAction, translateChoice, translateEvent, translatePhrase, translatePlace } from './translate'

const words = {
  events: { met: '{seat} meets {other} on {at} with {dice} ({hue}).' },
  actions: { go: 'go to {rest}', stay: 'stay' },
  words: { red: 'rojo', one: 'uno', 'x:#': 'the {n} of x' },
  phrases: { meet: 'meet {other} on {at}', so: 'do: {what}' },
} as unknown as GameWords
const names = ['Badia', 'Murùni']

test('seats become names, words are looked up, lists are joined', () => {
  const event = { rule: 'X-1', kind: 'met', seat: 0, other: 1, at: 12, dice: [3, 4], hue: 'red' }
  expect(translateEvent(event, words, names)).toBe('Badia meets Murùni on 12 with 3+4 (rojo).')
})

test('only fields that hold a seat are shown as one', () => {
  const event = { rule: 'X-1', kind: 'met', seat: 0, other: 1, at: 1, dice: [1], hue: 'blue' }
  expect(translateEvent(event, words, names)).toBe('Badia meets Murùni on 1 with 1 (blue).')
})

test('a position that was set is said apart from what games set', () => {
  const some = { ...words, events: { set: 'Wheel {wheel}.', position_set: 'Elsewhere.' } }
  expect(translateEvent({ rule: '', kind: 'set' }, some, names)).toBe('Elsewhere.')
  expect(translateEvent({ rule: 'X-1', kind: 'set', wheel: 2 }, some, names)).toBe('Wheel 2.')
})

test('names with braces stay names', () => {
  const event = { rule: 'X-1', kind: 'met', seat: 0, other: 1, at: 1, dice: [], hue: '' }
  expect(translateEvent(event, words, ['{other}', 'B'])).toBe('{other} meets B on 1 with  ().')
})

test('an action says what it means, or speaks for itself', () => {
  expect(translateAction('go d4 e5', words)).toBe('go to d4 e5')
  expect(translateAction('go red 7', words)).toBe('go to rojo 7')
  expect(translateAction('stay', words)).toBe('stay')
  expect(translateAction('3+4', words)).toBe('3+4')
})

test('a choice is said by its phrase, one that has none by its text', () => {
  const said = { key: 'meet', fields: { other: 1, at: 'x:12' } }
  expect(translateChoice({ text: 'go d4', said }, words, names)).toBe('meet Murùni on the 12 of x')
  expect(translateChoice({ text: 'go d4' }, words, names)).toBe('go to d4')
  expect(translatePhrase({ key: 'so', fields: { what: said } }, words, names)).toBe('do: meet Murùni on the 12 of x')
  expect(translatePhrase({ key: 'unknown' }, words, names)).toBe('unknown')
})

test('lists of words have commas, and a text of several words is one', () => {
  const of = (what: unknown) => translatePhrase({ key: 'so', fields: { what } }, words, names)
  expect(of(['red', 'one'])).toBe('do: rojo, uno')
  expect(of('red one')).toBe('do: rojo, uno')
  expect(of('red two')).toBe('do: red two')
  expect(of([3, 4])).toBe('do: 3+4')
})

test('places are called by words where there are some', () => {
  expect(translatePlace('red', words)).toBe('rojo')
  expect(translatePlace('d4', words)).toBe('d4')
  expect(translatePlace(7, words)).toBe('7')
})

test('names that a dot joins are listed where the game says how', () => {
  expect(translatePlace('a1.a2.b2', words)).toBe('a1.a2.b2')
  const listed = { ...words, words: { '.': ' and ' } } as unknown as GameWords
  expect(translatePlace('a1.a2.b2', listed)).toBe('a1, a2 and b2')
})
