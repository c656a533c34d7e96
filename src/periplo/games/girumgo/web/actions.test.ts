import type { GameWords } from '$web/board'
import { expect, test } from 'vitest'
import { crossings, label, others, spins } from './actions'

const words = {
  actions: { spin: 'girar {rest}', step: 'cruzar a {rest}', end: 'terminar el turno' },
  phrases: { spin_rival: 'girar {wheel} bajo {other}' },
  words: { '+': 'a la izquierda', '-': 'a la derecha' },
} as unknown as GameWords

test('a button says what its choice does, in words', () => {
  expect(label(words, [], { text: 'spin b3 +' })).toBe('Girar b3 a la izquierda')
  expect(label(words, [], { text: 'spin b3 -' })).toBe('Girar b3 a la derecha')
  expect(label(words, [], { text: 'step a1' })).toBe('Cruzar a a1')
  expect(label(words, [], { text: 'end' })).toBe('Terminar el turno')
  const said = { key: 'spin_rival', fields: { wheel: 'b3', other: 1 } }
  expect(label(words, ['Ana', 'Bea'], { text: 'spin b3 +', said })).toBe('Girar b3 bajo Bea')
})

test('a choice that has a way spins a wheel, one with a path crosses, one that points nowhere does neither', () => {
  const spin = { text: 'spin a1 +', to: 'a1', way: 'counterclockwise' }
  const cross = { text: 'step b2', piece: 1, path: ['a1', 'b2'], to: 'b2' }
  const end = { text: 'end' }
  expect(spins([spin, cross, end])).toEqual([spin])
  expect(crossings([spin, cross, end])).toEqual([cross])
  expect(others([spin, cross, end])).toEqual([end])
})
