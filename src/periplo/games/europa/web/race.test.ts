import { expect, test } from 'vitest'
import type { GameWords } from '$web/board'
import { aboutSquare, called, standing, type Layout, type Square } from './race'

const words = {
  web: { start: 'start', finish: 'finish', star: 'star' },
  words: { murcia: 'Murcia', spain: 'Spain', lisboa: 'Lisbon' },
} as unknown as GameWords
const square = (facts: Partial<Square>): Square => ({
  at: 7, kind: 'plain', country: 'spain', route: null, city: null, x: 50, y: 60, radius: 10, ...facts,
})

test('squares are called by city, country or what they are', () => {
  expect(called(square({ kind: 'city', city: 'lisboa' }), words)).toBe('7 Lisbon')
  expect(called(square({}), words)).toBe('7 Spain')
  expect(called(square({ kind: 'star' }), words)).toBe('7 star, Spain')
  expect(called(square({ at: 0, kind: 'start', country: null }), words)).toBe('0 Murcia, start')
})

test('on the start everybody has a spot, elsewhere one stands on the square', () => {
  const layout = { squares: [square({ at: 0, kind: 'start' }), square({ at: 1 })], marks: { spots: [[-16, 4], [16, 4]] } } as unknown as Layout
  expect(standing(1, 0, layout)).toEqual({ x: 66, y: 64 })
  expect(standing(1, 1, layout)).toEqual({ x: 50, y: 51.5 })
})

test('a square says what it is, whose it is, and what happens there', () => {
  const web = { place_plain: 'square {at}, {country}', place_city: '{city}, {country}: a {sign} city', place_yours: 'Yours.', no_route: 'none' }
  const said = { ...words, web, words: { ...words.words, 'route-4': 'green ◆' } } as unknown as GameWords
  expect(aboutSquare(square({}), said, 4)).toBe('Square 7, Spain')
  const city = square({ kind: 'city', city: 'lisboa', route: 4 })
  expect(aboutSquare(city, said, 2)).toBe('Lisbon, Spain: a green ◆ city')
  expect(aboutSquare(city, said, 4)).toBe('Lisbon, Spain: a green ◆ city Yours.')
})
