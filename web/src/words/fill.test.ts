import { expect, test } from 'vitest'
import { fill } from './fill'

test('fields are filled in wherever they stand', () => {
  expect(fill('{left} of {die}, {left}', { left: 0, die: 4 })).toBe('0 of 4, 0')
})

test('a field that nobody fills stays as it is', () => {
  expect(fill('Round {n} of {of}', { n: 2, of: undefined })).toBe('Round 2 of {of}')
})

test('what is filled in is not filled in again', () => {
  expect(fill('{name} {n}', { name: '{n} $&', n: 1 })).toBe('{n} $& 1') // whatever somebody is called
})
