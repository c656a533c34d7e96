import { beforeEach, expect, test, vi } from 'vitest'
import { accepted, at, keepProgress, resume, startOver } from './progress'

const LESSONS = ['walk', 'goose', 'well']
let store: Record<string, string>

beforeEach(() => {
  store = {}
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store[key] ?? null,
    setItem: (key: string, value: string) => (store[key] = value),
  })
})

test('who comes for the first time begins with the first lesson', () => {
  expect(resume('oca', LESSONS)).toEqual({ at: 'walk', tries: [], done: [] })
})

test('who comes back is where they were, with what they had done', () => {
  const learning = accepted(at(resume('oca', LESSONS), 'goose'), 'throw', false)
  keepProgress('oca', learning)
  expect(resume('oca', LESSONS)).toEqual({ at: 'goose', tries: ['throw'], done: [] })
  expect(resume('poleana', LESSONS)).toMatchObject({ at: 'walk' })
})

test('a lesson is done after its last step, once', () => {
  const once = accepted(resume('oca', LESSONS), 'throw', true)
  expect(once.done).toEqual(['walk'])
  expect(accepted(at(once, 'walk'), 'throw', true).done).toEqual(['walk'])
})

test('after everything the next visit begins again, and remembers what is done', () => {
  keepProgress('oca', startOver({ at: 'well', tries: ['throw'], done: LESSONS }))
  expect(resume('oca', LESSONS)).toEqual({ at: 'walk', tries: [], done: LESSONS })
  keepProgress('oca', startOver({ at: 'goose', tries: [], done: ['walk'] }))
  expect(resume('oca', LESSONS)).toMatchObject({ at: 'goose' })
})

test.each(['{"at":3,"tries":"x"}', '{"at":"mill","done":["mill",7]}', '[]', 'no JSON'])('what cannot be read is nothing: %s', (kept) => {
  store['periplo.learn.oca'] = kept
  expect(resume('oca', LESSONS)).toEqual({ at: 'walk', tries: [], done: [] })
})
