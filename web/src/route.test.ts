import { expect, test } from 'vitest'
import { deviceIn, devicePath, editLink, editTokenIn, joinPath, officePath, parse, readLink, tablePath, tokenIn } from './route'

test('every address has its page', () => {
  expect(parse('/', '')).toEqual({ page: 'home' })
  expect(parse('/new/oca', '')).toEqual({ page: 'new', game: 'oca' })
  expect(parse('/rules/oca/', '')).toEqual({ page: 'rules', game: 'oca' })
  expect(parse('/print/oca', '')).toEqual({ page: 'print', game: 'oca' })
  expect(parse('/daily/oca', '')).toEqual({ page: 'daily', game: 'oca', day: null })
  expect(parse('/daily/oca', '?day=2026-03-01')).toEqual({ page: 'daily', game: 'oca', day: '2026-03-01' })
  expect(parse('/me', '')).toEqual({ page: 'me' })
  expect(parse('/packs', '')).toEqual({ page: 'packs', id: null })
  expect(parse('/packs/abc', '')).toEqual({ page: 'packs', id: 'abc' })
  expect(parse(readLink('abc'), '')).toEqual({ page: 'pack-to-play', id: 'abc' })
  expect(parse('/learn/oca', '')).toEqual({ page: 'learn', game: 'oca' })
  expect(parse('/join', '')).toEqual({ page: 'join', code: '' })
  expect(parse(joinPath('BCDFGH'), '')).toEqual({ page: 'join', code: 'BCDFGH' })
  expect(parse('/t/abc', '')).toEqual({ page: 'table', id: 'abc', view: '', at: null })
  expect(parse('/t/abc', '?at=57')).toEqual({ page: 'table', id: 'abc', view: '', at: 57 })
})

test('an address that means nothing is said to mean nothing', () => {
  for (const path of ['/t', '/t/abc/judge/more', '/join/BCDFGH/more', '/new/oca/more', '/else/where', '/x']) expect(parse(path, '')).toEqual({ page: 'missing' })
})

test('a snapshot that is no number is no snapshot', () => {
  for (const search of ['?at=', '?at=-1', '?at=x', '?at=1e9']) expect(parse('/t/abc', search)).toMatchObject({ at: null })
})

test('a path leads back to where it came from', () => {
  const [path, search] = tablePath('abc', 3).split('?')
  expect(parse(path!, `?${search}`)).toEqual({ page: 'table', id: 'abc', view: '', at: 3 })
})

test('a link may carry a seat, and nothing else', () => {
  expect(tokenIn('#seat=abcdefghijklmnop-_')).toBe('abcdefghijklmnop-_')
  expect(tokenIn('#seat=short')).toBeNull()
  expect(tokenIn('#main')).toBeNull()
})

test('the link of an office leads to its page with its token', () => {
  const [path, token] = officePath('abc', 'judge', 'abcdefghijklmnop').split('#')
  expect(parse(path!, '')).toMatchObject({ page: 'table', id: 'abc', view: 'judge' })
  expect(tokenIn(`#${token}`)).toBe('abcdefghijklmnop')
})

test('the secret of a device is found in its link', () => {
  const secret = '0'.repeat(32)
  expect(deviceIn(devicePath(secret).slice('/me'.length))).toBe(secret)
  expect(deviceIn('#device=short')).toBeNull()
})

test('on this device alone the same pages stand behind a prefix', () => {
  expect(parse('/offline', '')).toEqual({ page: 'home' })
  expect(parse('/offline/new/oca', '')).toEqual({ page: 'new', game: 'oca' })
  expect(parse('/offline/t/abc', '?at=3')).toEqual({ page: 'table', id: 'abc', view: '', at: 3 })
  expect(parse('/offlines', '')).toEqual({ page: 'missing' })
})

test('an edit link has its token where no server reads it', () => {
  const token = 'Xy_-0123456789abcdef'
  const [path, hash] = editLink('abc', token).split('#')
  expect(parse(path!, '')).toEqual({ page: 'packs', id: 'abc' })
  expect(editTokenIn(`#${hash}`)).toBe(token)
  expect(editTokenIn('#seat=0123456789abcdef')).toBeNull()
})
