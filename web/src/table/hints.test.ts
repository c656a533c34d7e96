import { expect, test } from 'vitest'
import { isCurrent } from './hints'

const hint = { n: 7, seat: 1, text: 'a', expected: null, reason: null }

test('a hint lasts while others act, and ends with what its seat does or takes back', () => {
  const log = [{ n: 6, actor: '1' }, { n: 7, actor: 'table' }]
  expect(isCurrent(hint, 1, 7, log)).toBe(true)
  expect(isCurrent(hint, 1, 8, [...log, { n: 8, actor: '2' }])).toBe(true)
  expect(isCurrent(hint, 1, 8, [...log, { n: 8, actor: '1' }])).toBe(false)
  expect(isCurrent(hint, 1, 6, log.slice(0, 1))).toBe(false)
  expect(isCurrent(hint, 2, 7, log)).toBe(false)
})
