import { beforeEach, expect, test, vi } from 'vitest'

let store: Map<string, string>
let answer: () => Promise<Response>

beforeEach(() => {
  store = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  })
  vi.stubGlobal('fetch', () => answer())
})

const entry = { game: 'a', day: '2026-03-01', name: 'Badia' }
const refused = (status: number) => Promise.resolve(new Response('{"code": "not-counted", "why": ""}', { status }))
const { keptEntries, send, sendKept } = await import('./entries')

test('an entry that nobody answers is kept, and sent later', async () => {
  answer = () => Promise.reject(new TypeError('no network'))
  await expect(send(entry)).rejects.toThrow()
  await expect(send({ ...entry, name: 'Brno' })).rejects.toThrow()
  expect(keptEntries()).toEqual([{ ...entry, name: 'Brno' }])
  await sendKept()
  expect(keptEntries()).toHaveLength(1)
  answer = () => Promise.resolve(new Response('{}'))
  await sendKept()
  expect(keptEntries()).toEqual([])
})

test('an entry that is refused for good is not sent again', async () => {
  answer = () => refused(429)
  await expect(send(entry)).rejects.toThrow()
  expect(keptEntries()).toHaveLength(1)
  answer = () => refused(409)
  await expect(send(entry)).rejects.toThrow()
  expect(keptEntries()).toEqual([])
})
