import { expect, test } from 'vitest'
import type { Choice } from '../board'
import { facesOf, isPossible, throwOf } from './dice'

const thrown = (...faces: (number | string)[]): Choice => ({ text: faces.join('+'), faces })

test('two dice are found in whatever order they lie', () => {
  const choices = [thrown(1, 2), thrown(2, 2), thrown(2, 6)]
  expect(throwOf(choices, [6, 2])?.text).toBe('2+6')
  expect(throwOf(choices, [2, 2])?.text).toBe('2+2')
  expect(throwOf(choices, [2, null])).toBeUndefined()
  expect(throwOf(choices, [6, 6])).toBeUndefined()
})

test('a die shows only what makes a throw with the others', () => {
  const choices = [thrown(1, 2), thrown(2, 2)]
  expect(isPossible(choices, [null, null], 0, 1)).toBe(true)
  expect(isPossible(choices, [1, null], 1, 1)).toBe(false)
  expect(isPossible(choices, [1, null], 1, 2)).toBe(true)
  expect(isPossible(choices, [1, 2], 0, 2)).toBe(true)
})

test('faces with a picture come after those with pips', () => {
  expect(facesOf([thrown('plane'), thrown(2), thrown(1)])).toEqual([1, 2, 'plane'])
})
