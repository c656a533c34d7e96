import { expect, test } from 'vitest'
import type { GameFacts } from './api/wire'
import { fitting, mayBeRated, rowsFor } from './presets'
import { suggested } from './suggested'

const game = (id: string, lessons: number, span: number[], seats = [2, 4]): GameFacts => ({
  id,
  rules: 1,
  fewest_seats: seats[0]!,
  most_seats: seats[1]!,
  seat_names: [],
  default_names: {},
  options: [],
  bots: [],
  judged_if: {},
  minutes: span,
  durations: { 3: span },
  throws: true,
  setbacks: {},
  interludes: [],
  daily: false,
  classroom: false,
  name: { en: id, es: id, it: id },
  pitch: { en: '', es: '', it: '' },
  lessons,
  signs: {},
})

test('a game with lessons is suggested first, and of those the shortest', () => {
  const all = [game('long', 5, [30, 60]), game('bare', 0, [1, 2]), game('short', 4, [5, 10])]
  expect(suggested(all)?.id).toBe('short')
  expect(suggested([])).toBeUndefined()
})

test('a preset seats as many as the game is for', () => {
  const crowd = game('crowd', 0, [5, 9], [4, 6])
  expect(rowsFor('bot', crowd, 'Badia').map((row) => row.who)).toEqual(['me', 'bot:medium', 'bot:medium', 'bot:medium'])
  expect(fitting(crowd)).toEqual(['bot', 'here', 'link', 'own'])
  expect(fitting(game('alone', 0, [5, 9], [1, 1]))).toEqual(['solo', 'own'])
  expect(rowsFor('own', crowd, 'Badia')[0]).toEqual({ who: 'screen', name: 'Badia' })
})

test('a class is offered where a game has questions for one', () => {
  expect(fitting({ ...game('school', 0, [5, 9]), classroom: true })).toContain('class')
  expect(fitting(game('school', 0, [5, 9]))).not.toContain('class')
})

test('people who come by a link may be rated, but no bots, nobody alone and nobody at the same screen', () => {
  const of = (...who: string[]) => who.map((one) => ({ who: one, name: '' }))
  expect(mayBeRated(of('me', 'open', 'open'))).toBe(true)
  for (const others of [[], ['bot:easy'], ['open', 'bot:easy'], ['screen'], ['me']]) expect(mayBeRated(of('me', ...others))).toBe(false)
})
