import { expect, test } from 'vitest'
import type { OptionFacts } from '../api/wire'
import { controlFor, read, readAll, written } from './options'

const option = (kind: string, value: unknown, name = 'x'): OptionFacts => ({
  name,
  kind,
  default: value,
  least: null,
  most: null,
  choices: [],
})

test('every kind has its control, and a kind nobody has heard of is text', () => {
  expect(['whole', 'flag', 'choice', 'squares', 'file'].map((kind) => controlFor(option(kind, null)))).toEqual([
    'number',
    'flag',
    'choice',
    'text',
    'none',
  ])
})

test('a file is chosen among those that the server offers', () => {
  const hash = `sha256:${'ab'.repeat(32)}`
  const pack = { ...option('file', 'built-in', 'pack'), choices: ['built-in', hash], names: { [hash]: 'class' } }
  expect(controlFor(pack)).toBe('choice')
  expect(controlFor({ ...pack, choices: ['built-in'], names: {} })).toBe('none')
  expect(readAll([pack], { pack: hash })).toEqual({ pack: hash })
  expect(readAll([pack], { pack: 'built-in' })).toEqual({})
})

test('what is left as it was is left to the game', () => {
  for (const value of [12, true, 'bearers', [60, 55], { win: 189 }, null, '2009']) {
    expect(read(option('any', value), written(value))).toBeUndefined()
  }
  expect(read(option('whole', 12), '')).toBeUndefined()
})

test('a value is read as JSON, a word as itself, a list without its brackets too', () => {
  expect(read(option('whole', 12), ' 15 ')).toBe(15)
  expect(read(option('flag', true), 'false')).toBe(false)
  expect(read(option('choice', 'bearers'), 'pieces')).toBe('pieces')
  expect(read(option('squares', []), '4, 7,8')).toEqual([4, 7, 8])
  expect(read(option('points', {}), '{"egg": 5}')).toEqual({ egg: 5 })
})

test('only what was changed is given', () => {
  const options = [option('whole', 3, 'radius'), option('choice', 'touching', 'surround')]
  expect(readAll(options, { radius: '4', surround: 'touching' })).toEqual({ radius: 4 })
})

test('a choice that looks like a number stays a word', () => {
  const edition = { ...option('choice', 'today'), choices: ['2009', 'today'] }
  expect(read(edition, '2009')).toBe('2009')
})
