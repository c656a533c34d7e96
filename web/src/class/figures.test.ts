import { expect, test } from 'vitest'
import { asMinutes, share } from './figures'

test('a share is a whole number of a hundred', () => {
  expect(share(2, 3)).toBe(67)
  expect(share(0, 4)).toBe(0)
})

test('a time is in minutes and seconds, and never has sixty of these', () => {
  expect(asMinutes(75)).toBe('1:15')
  expect(asMinutes(59.7)).toBe('1:00')
  expect(asMinutes(3605)).toBe('60:05')
})
