import type { GameWords } from '$web/board'
import { expect, test } from 'vitest'
import { crossings, label, maySpin, signed, spin } from './actions'

const words = {
  actions: { spin: 'girar {rest}', step: 'cruzar a {rest}', end: 'terminar el turno' },
  words: { clockwise: 'a la derecha', counterclockwise: 'a la izquierda' },
} as unknown as GameWords

test('a button says what its action does, in words', () => {
  expect(label(words, spin('b3', '+'))).toBe('Girar b3 a la izquierda')
  expect(label(words, spin('b3', '-'))).toBe('Girar b3 a la derecha')
  expect(label(words, 'step a1')).toBe('Cruzar a a1')
  expect(label(words, 'end')).toBe('Terminar el turno')
})

test('a choice with a way crosses, one with a wheel alone spins it', () => {
  const [turn, cross, end] = [{ text: 'spin a1 +', to: 'a1' }, { text: 'step b2', path: ['a1', 'b2'], to: 'b2' }, { text: 'end' }]
  expect(crossings([turn, cross, end])).toEqual([cross])
  expect(maySpin([turn, cross, end])).toBe(true)
  expect(maySpin([cross, end])).toBe(false)
})

test('a turn has its sign', () => {
  expect([2, -1].map(signed)).toEqual(['+2', '−1'])
})
