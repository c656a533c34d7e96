import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entry, News, Snapshot } from '../api/wire'
import type { TableSession } from './session.svelte'

class FakeSocket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  constructor() {
    socket = this
  }
  send() {}
  close() {}
  receive(news: unknown) {
    this.onmessage?.({ data: JSON.stringify(news) })
  }
}

let socket: FakeSocket
let session: TableSession
/** What the server has now: the texts of what was done, from the first. */
let played: string[]

const entry = (n: number): Entry => ({ n, actor: 'table', text: played[n - 1]!, events: [], asides: [] }) as unknown as Entry
const snapshot = (n: number, more: object = {}) =>
  ({ n, entries: n > 0 ? [entry(n)] : [], view: played.slice(0, n), now: 0, undone: null, ...more }) as unknown as Snapshot
const log = () => played.map((_, index) => entry(index + 1)).slice(-3)
const anew = (more: object = {}) => ({ t: 'moment', moment: snapshot(played.length, { entries: [], log: log(), ...more }) })
const texts = () => session.log.map((one) => one.text)

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined })) // without motion
  vi.stubGlobal('location', { protocol: 'http:', host: 'periplo.test' })
  vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined })
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', async (path: string) => {
    const from = /moments\?from=(\d+)/.exec(path)
    const found = from === null ? { host: false } : [...played.keys(), played.length].map((n) => snapshot(n))
    return new Response(JSON.stringify(found), { headers: { 'Content-Type': 'application/json' } })
  })
  played = ['1+2', '3+4', '5+6', '1+1', '6+6']
  const { TableSession } = await import('./session.svelte')
  session = new TableSession('t')
  const table = { id: 't', dice: null, commitment: null, promises: null, contributions: null, seats: [] }
  socket.receive({ t: 'welcome', table, seats: [], moment: snapshot(5), log: log(), chat: [] } as unknown as News)
})
afterEach(() => {
  session.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what a judge corrected is not in the log any more, nor among the snapshots to look back at', async () => {
  await session.fetchOlder()
  await session.look(2)
  expect(session.past?.view).toEqual(['1+2', '3+4'])
  await session.look(null)
  played = ['1+2', '2+2', '5+6', '1+1', '6+6'] // older than the log that is sent
  socket.receive(anew())
  expect(texts()).toEqual(['5+6', '1+1', '6+6'])
  expect(session.shown).toMatchObject({ n: 5, entries: [], view: played })
  await session.look(2)
  expect(session.past?.view).toEqual(['1+2', '2+2'])
  expect(texts()).toEqual(played)
})

test('whoever looks back at what was corrected is led to now, others are left alone', async () => {
  await session.look(4)
  played = ['1+2', '3+4', '5+6', '1+1', '5+5']
  socket.receive(anew())
  expect(session.past?.n).toBe(4)
  played = ['1+2', '3+4', '5+6', '2+2', '5+5']
  socket.receive(anew())
  expect(session.past).toBe(null)
  expect(texts()).toEqual(['5+6', '2+2', '5+5'])
})

test('after an undo older entries stay', async () => {
  await session.fetchOlder()
  expect(texts()).toEqual(played)
  played = played.slice(0, 4)
  socket.receive(anew({ undone: 1 }))
  expect(texts()).toEqual(['1+2', '3+4', '5+6', '1+1'])
})
