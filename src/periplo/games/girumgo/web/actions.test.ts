import type { GameWords } from '$web/board'
import { expect, test } from 'vitest'
import { label, signed, spin, step, stepsIn } from './actions'

const words = {
  actions: { spin: 'girar {rest}', step: 'cruzar a {rest}', end: 'terminar el turno' },
  words: { clockwise: 'a la derecha', counterclockwise: 'a la izquierda' },
} as unknown as GameWords

test('a button says what its action does, in words', () => {
  expect(label(words, spin('b3', '+'))).toBe('Girar b3 a la izquierda')
  expect(label(words, spin('b3', '-'))).toBe('Girar b3 a la derecha')
  expect(label(words, step('a1'))).toBe('Cruzar a a1')
  expect(label(words, 'end')).toBe('Terminar el turno')
})

test('the steps among the legal actions are wheels', () => {
  expect(stepsIn(['spin a1 +', 'spin a1 -', 'step b2', 'step c1', 'end'])).toEqual(['b2', 'c1'])
})

test('a turn has its sign', () => {
  expect([2, -1].map(signed)).toEqual(['+2', '−1'])
})
