import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Connection, type Socket, TableSocket } from './socket'
import type { Answer, News } from './wire'

class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = []
  closed = false
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.closed = true
  }
  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  join() {
    this.onopen?.()
    this.receive({ t: 'welcome' })
  }
}

let sockets: FakeSocket[]
let connections: Connection[]
let news: News[]
let socket: TableSocket
const current = () => sockets.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  connections = []
  news = []
  socket = new TableSocket({
    connect: () => {
      sockets.push(new FakeSocket())
      return current()
    },
    tokens: () => ['token'],
    receive: (one) => news.push(one),
    changed: (connection) => connections.push(connection),
  })
})
afterEach(() => {
  socket.close()
  vi.useRealTimers()
})

const act = { t: 'act', seat: 1, n: 12, action: 'stay' } as const

test('it says hello first, with its tokens', () => {
  current().join()
  expect(current().sent).toEqual([{ t: 'hello', tokens: ['token'], contributes: true }])
  expect(connections).toEqual(['connecting', 'open'])
})

test('an answer finds its question', async () => {
  current().join()
  const answers: Answer[] = []
  const first = socket.ask(act).then((answer) => answers.push(answer))
  void socket.ask({ t: 'throw', seat: 1, n: 13 })
  const { id } = current().sent[1]!
  current().receive({ t: 'done', id, n: 13 })
  await first
  expect(answers).toEqual([{ t: 'done', id, n: 13 }])
})

test('what was not answered is asked again under the same id, once', async () => {
  current().join()
  const answered = socket.ask(act)
  const before = current().sent[1]
  current().onclose!({ code: 1006 })
  vi.advanceTimersByTime(600)
  expect(sockets).toHaveLength(2)
  current().join()
  expect(current().sent.slice(1)).toEqual([before])
  current().receive({ t: 'done', id: before!['id'], n: 13 })
  await expect(answered).resolves.toMatchObject({ t: 'done' })
  current().onclose!({ code: 1012 })
  vi.advanceTimersByTime(600)
  current().join()
  expect(current().sent).toHaveLength(1)
})

test('what is asked while nobody listens is kept until somebody does', () => {
  void socket.ask(act)
  expect(current().sent).toEqual([])
  current().join()
  expect(current().sent).toMatchObject([{ t: 'hello' }, act])
})

test('it waits longer each time, and starts anew when it was welcome', () => {
  const waits = () => {
    current().onclose!({ code: 1006 })
    const count = sockets.length
    let waited = 0
    while (sockets.length === count) {
      vi.advanceTimersByTime(50)
      waited += 50
    }
    return waited
  }
  const [first, second, third] = [waits(), waits(), waits()]
  expect(first).toBeLessThanOrEqual(500)
  expect(second).toBeGreaterThanOrEqual(500)
  expect(third).toBeGreaterThanOrEqual(1000)
  current().join()
  expect(waits()).toBeLessThanOrEqual(500)
})

test('when the network is back it does not wait', () => {
  current().onclose!({ code: 1006 })
  socket.retry()
  expect(sockets).toHaveLength(2)
  socket.retry()
  expect(sockets).toHaveLength(2)
})

test('some reasons are for good', () => {
  current().onclose!({ code: 4404 })
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
  expect(connections.at(-1)).toBe('closed')
})

test('a line that has gone silent is given up', () => {
  current().join()
  vi.advanceTimersByTime(20_000)
  expect(current().sent.at(-1)).toEqual({ t: 'ping' })
  const silent = current()
  vi.advanceTimersByTime(10_000)
  expect(silent.closed).toBe(true)
  expect(connections.at(-1)).toBe('lost')
})

test('a line that answers pings is kept', () => {
  current().join()
  vi.advanceTimersByTime(20_000)
  current().receive({ t: 'pong' })
  vi.advanceTimersByTime(15_000)
  expect(sockets).toHaveLength(1)
  expect(current().closed).toBe(false)
})

test('news is passed on', () => {
  current().join()
  current().receive({ t: 'chat', chat: { text: 'hola' } })
  expect(news.map((one) => one.t)).toEqual(['welcome', 'chat'])
})
