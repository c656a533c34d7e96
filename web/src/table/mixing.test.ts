import { beforeEach, expect, test } from 'vitest'
import { sha256 } from '../api/sha256'
import type { Request, Table } from '../api/wire'
import { Mixing, newValue } from './mixing'

let asked: Request[]
let stored: Map<string, string>
const table = (more: object): Table =>
  ({ dice: 'gathering', promises: null, contributions: null, seats: [{}, {}, { left: true }], ...more }) as unknown as Table
const sit = () => new Mixing('abc', (request) => asked.push(request))

beforeEach(() => {
  asked = []
  stored = new Map()
  globalThis.localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  } as unknown as Storage
})

function promised(mixing: Mixing): Record<string, string> {
  mixing.look(table({}), [1, 2])
  return Object.fromEntries(asked.map((one) => (one.t === 'promise' ? [one.seat, one.hash] : [])))
}

test('values are random, and 32 bytes', () => {
  expect(newValue()).toMatch(/^[0-9a-f]{64}$/)
  expect(newValue()).not.toBe(newValue())
})

test('each seat promises once, and shows what it promised once the promises are fixed', () => {
  const mixing = sit()
  const promises = promised(mixing)
  expect(Object.keys(promises)).toEqual(['1', '2'])
  mixing.look(table({}), [1, 2])
  expect(asked.length).toBe(2)
  expect(mixing.look(table({ promises }), [1, 2])).toEqual([])
  mixing.look(table({ promises }), [1, 2])
  const shown = asked.slice(2)
  expect(shown.length).toBe(2)
  for (const one of shown) expect(one.t === 'contribute' && sha256(one.value)).toBe(promises[String((one as { seat: number }).seat)])
  const contributions = Object.fromEntries(shown.map((one) => (one.t === 'contribute' ? [one.seat, one.value] : [])))
  const ready = table({ dice: 'ready', promises, contributions })
  expect(mixing.look(ready, [1, 2])).toEqual([])
  expect(mixing.has(ready, 1)).toBe(true)
})

test('nothing is contributed before the start, after it, or for a seat that a bot keeps', () => {
  for (const dice of [null, 'ready', 'lost']) sit().look(table({ dice }), [1])
  sit().look(table({}), [3])
  sit().look(table({}), [])
  expect(asked).toEqual([])
})

test('a page that is loaded again gives the same value', () => {
  const promises = promised(sit())
  asked = []
  expect(promised(sit())).toEqual(promises)
})

test('what is left out is noticed, and a value whose promise is not there is not shown', () => {
  const mixing = sit()
  const promises = promised(mixing)
  const count = asked.length
  expect(mixing.look(table({ promises: {} }), [1, 2])).toEqual([1, 2])
  expect(mixing.look(table({ promises: { 1: promises[2], 2: promises[2] } }), [1])).toEqual([1])
  expect(asked.length).toBe(count)
  expect(mixing.look(table({ dice: 'ready', promises, contributions: {} }), [1, 2])).toEqual([1, 2])
  const other = { dice: 'ready', promises, contributions: { 1: newValue(), 2: newValue() } }
  expect(mixing.look(table(other), [1, 2])).toEqual([1, 2])
})

test('whoever gave nothing misses nothing', () => {
  expect(sit().look(table({ dice: 'ready', promises: {}, contributions: {} }), [1, 2])).toEqual([])
})
