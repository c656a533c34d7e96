import { expect, test } from 'vitest'
import { LARGEST, about, firstZoom, heightFor, inSight } from './camera'

test('a phone begins enlarged, a wide screen with the whole map', () => {
  expect(firstZoom(390, 1000)).toBeCloseTo(1.92, 2)
  expect(firstZoom(800, 1000)).toBe(1)
  expect(firstZoom(650, 1000)).toBe(1)
  expect(firstZoom(10, 1000)).toBe(LARGEST)
})

test('what is in sight does not scroll, what is not comes in', () => {
  expect(inSight(500, 400, 300, 0.25)).toBe(300)
  expect(inSight(900, 400, 300, 0.25)).toBe(600)
  expect(inSight(100, 400, 300, 0.25)).toBe(0)
  expect(inSight(700, 400, 0, 0.5)).toBe(500) // to the middle
})

test('enlarging keeps the point under the fingers where it is', () => {
  const scrolled = about(120, 80, 1.5)
  expect((scrolled + 120) / 1.5).toBeCloseTo(80 + 120)
})

test('a map takes what the choices below it leave, but never so little that nothing is seen', () => {
  expect(heightFor(200, 700, 760)).toBe(260)
  expect(heightFor(300, 800, 760)).toBe(260)
  expect(heightFor(200, 400, 760)).toBe(330)
  expect(heightFor(200, 1000, 760)).toBe(168)
})
