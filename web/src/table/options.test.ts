import { expect, test } from 'vitest'
import type { OptionFacts } from '../api/wire'
import { controlFor, entries, listIn, read, readAll, rowsIn, written } from './options'

const option = (kind: string, value: unknown, name = 'x'): OptionFacts => ({
  name,
  kind,
  default: value,
  least: null,
  most: null,
  choices: [],
  many: false,
  seats: '',
})

const squares = { ...option('squares', [4, 7, 8, 10], 'squares'), many: true, seats: 'each' }

test('every kind has its control, and a kind nobody has heard of one that fits its default', () => {
  const kinds: [string, unknown][] = [
    ['whole', 3],
    ['flag', true],
    ['choice', 'a'],
    ['file', 'built-in'],
    ['chance', 0.6],
    ['squares', [4, 7]],
    ['points', { win: 1 }],
    ['weight', 2.5],
    ['motto', 'onward'],
  ]
  expect(kinds.map(([kind, value]) => controlFor(option(kind, value)))).toEqual([
    'number',
    'flag',
    'choice',
    'none',
    'share',
    'list',
    'grid',
    'number',
    'text',
  ])
  expect(controlFor({ ...option('first', 'draw'), seats: 'one' })).toBe('seat')
  expect(controlFor({ ...option('wheels', null), many: true })).toBe('list')
})

test('a file is chosen among those that the server offers', () => {
  const hash = `sha256:${'ab'.repeat(32)}`
  const pack = { ...option('file', 'built-in', 'pack'), choices: ['built-in', hash], names: { [hash]: 'class' } }
  expect(controlFor(pack)).toBe('choice')
  expect(controlFor({ ...pack, choices: ['built-in'], names: {} })).toBe('none')
  expect(readAll([pack], { pack: hash }, 2)).toEqual({ pack: hash })
  expect(readAll([pack], { pack: 'built-in' }, 2)).toEqual({})
})

test('what is left as it was is left to the game', () => {
  for (const value of [12, true, 'bearers', [60, 55], { win: 189 }, null, '2009']) {
    expect(read(option('any', value), written(value), 2)).toBeUndefined()
  }
  expect(read(option('whole', 12), '', 2)).toBeUndefined()
  expect(read({ ...option('wheels', null), many: true }, '[]', 2)).toBeUndefined()
})

test('a value is read as JSON, a word as itself', () => {
  expect(read(option('whole', 12), ' 15 ', 2)).toBe(15)
  expect(read(option('flag', true), 'false', 2)).toBe(false)
  expect(read(option('choice', 'bearers'), 'pieces', 2)).toBe('pieces')
  expect(read(option('points', {}), '{"egg": 5}', 2)).toEqual({ egg: 5 })
})

test('a list with an entry a seat is as long as there are seats', () => {
  expect(listIn(squares, written(squares.default), 2)).toEqual([4, 7])
  expect(read(squares, '[4,7]', 2)).toBeUndefined()
  expect(read(squares, '[4,8]', 2)).toEqual([4, 8])
  expect(read(squares, '[11,12]', 3)).toEqual([11, 12, 8])
  expect(read(squares, '[11,12,13]', 2)).toEqual([11, 12])
})

test('one number for all becomes one a seat', () => {
  const flock = { ...option('whole', 12), seats: 'each' }
  expect(listIn(flock, '15', 2)).toEqual([15, 15])
  expect(read(flock, '[12,15]', 2)).toEqual([12, 15])
})

test('a grid has all its rows, whatever was changed', () => {
  expect(rowsIn(option('points', { win: 189, egg: 5 }), '{"egg": 7}')).toEqual([
    ['win', 189],
    ['egg', 7],
  ])
})

test('several entries may be typed at once', () => {
  expect(entries(' 1, 2 3;4')).toEqual([1, 2, 3, 4])
  expect(entries('')).toEqual([])
})

test('only what was changed is given', () => {
  const options = [option('whole', 3, 'radius'), option('choice', 'touching', 'surround')]
  expect(readAll(options, { radius: '4', surround: 'touching' }, 2)).toEqual({ radius: 4 })
})

test('a choice that looks like a number stays a word', () => {
  const edition = { ...option('choice', 'today'), choices: ['2009', 'today'] }
  expect(read(edition, '2009', 2)).toBe('2009')
})
