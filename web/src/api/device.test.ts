import { beforeEach, expect, test, vi } from 'vitest'

let store: Map<string, string>

beforeEach(() => {
  store = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  })
  vi.resetModules()
})

const load = () => import('./device')

test('the secret is made once and kept', async () => {
  const secret = (await load()).deviceSecret()
  expect(secret).toMatch(/^[0-9a-f]{32}$/)
  vi.resetModules()
  expect((await load()).deviceSecret()).toBe(secret)
})

test('seats are kept by table, and one can be dropped, or all of a table', async () => {
  const { keepTokens, dropToken, forgetTable, seatTokens } = await load()
  keepTokens('a', { 1: 'x' })
  keepTokens('a', { 2: 'y' })
  keepTokens('b', { 1: 'z' })
  expect(seatTokens('a')).toEqual({ 1: 'x', 2: 'y' })
  dropToken('a', 'x')
  expect(seatTokens('a')).toEqual({ 2: 'y' })
  forgetTable('a')
  expect(seatTokens('a')).toEqual({})
  expect(seatTokens('b')).toEqual({ 1: 'z' })
})

test('the oldest tables are forgotten first', async () => {
  const { keepTokens, seatTokens } = await load()
  for (let i = 0; i <= 200; i++) keepTokens(`t${i}`, { 1: 'x' })
  expect(seatTokens('t0')).toEqual({})
  expect(seatTokens('t1')).toEqual({ 1: 'x' })
})

test('a browser that keeps nothing is no obstacle', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('full')
    },
  })
  const { deviceSecret } = await load()
  expect(deviceSecret()).toBe(deviceSecret())
})
