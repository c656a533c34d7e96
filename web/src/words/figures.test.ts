import { expect, test } from 'vitest'
import { figure, signed } from './figures'

test('numbers have a real minus sign, and a plus sign only where something is added', () => {
  expect([-2.5, 0, 3].map(figure)).toEqual(['−2.5', '0', '3'])
  expect([-2.5, 0, 3].map(signed)).toEqual(['−2.5', '0', '+3'])
})
