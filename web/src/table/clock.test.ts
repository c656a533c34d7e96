import { expect, test } from 'vitest'
import { left } from './clock'

test('a clock counts down to nothing, not below', () => {
  expect([7_000, 6_001, 0, -5_000, 750_000, 93_900_000].map(left)).toEqual(['0:07', '0:07', '0:00', '0:00', '12:30', '26:05:00'])
})
