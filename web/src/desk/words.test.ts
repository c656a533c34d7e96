import { expect, test } from 'vitest'
import app from '../words/words.json'

const FILES = import.meta.glob<Record<string, unknown>>('./words/*.json', { eager: true, import: 'default' })

test('no text of these pages stands in the way of another', () => {
  const keys = [app, ...Object.values(FILES)].flatMap((words) => Object.keys(words))
  expect(Object.keys(FILES).length).toBeGreaterThan(3)
  expect(keys.filter((key, n) => keys.indexOf(key) !== n)).toEqual([])
})
