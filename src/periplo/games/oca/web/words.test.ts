import { expect, test } from 'vitest'
import { fill } from './words'

test('fields are filled in once, whatever a name contains', () => {
  expect(fill('{name}, on {at}', { name: '{at} $& x', at: 7 })).toBe('{at} $& x, on 7')
  expect(fill('{unknown}', {})).toBe('{unknown}')
})
