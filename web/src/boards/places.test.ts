import { expect, test } from 'vitest'
import { placeAt } from './places'

const layout = {
  width: 100,
  squares: [
    { at: 1, x: 10, y: 10 },
    { at: 2, x: 30, y: 10 },
    { at: 3, x: 50, y: 10 },
  ],
  home: [{ x: 10, y: 90 }],
  clauses: { 1: ['A-1'], 2: ['A-2'] },
}

test('a point lies on the nearest place that has clauses, if it is near', () => {
  expect(placeAt(layout, { x: 12, y: 14 })).toBe('1')
  expect(placeAt(layout, { x: 22, y: 10 })).toBe('2')
  expect(placeAt(layout, { x: 10, y: 90 })).toBeNull()
})

test('a layout without clauses has no such place', () => {
  expect(placeAt({ squares: layout.squares }, { x: 10, y: 10 })).toBeNull()
})
