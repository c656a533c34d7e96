// A connection to a table that repairs itself. What was asked and not yet answered is asked again, under the same id:
// the server answers an id once and changes nothing the second time, so no choice is lost or made twice.
import { isOffline } from '../offline/place'
import { randomText } from '../random'
import type { Answer, News, Request } from './wire'

export type Connection = 'connecting' | 'open' | 'lost' | 'closed'

export interface Socket {
  readonly readyState?: number
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

export interface SocketSetup {
  connect: () => Socket
  tokens: () => string[]
  receive: (news: News) => void
  /** `code` is why a socket is closed for good. */
  changed: (connection: Connection, code: number) => void
}

const ID_BYTES = 16
const FIRST_WAIT = 500
const LONGEST_WAIT = 15_000
const PING_EVERY = 20_000
const SILENCE = 10_000 // after a ping
const FOR_GOOD = new Set([4400, 4401, 4404, 4409, 4410, 4413])

export class TableSocket {
  private socket: Socket | null = null
  private readonly unanswered = new Map<string, { request: Request; answer: (answer: Answer) => void }>()
  private tries = 0
  private welcomed = false
  private ended = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private heart: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly setup: SocketSetup) {
    this.connect()
  }

  /** Ask for something; the answer comes even if the connection is lost in between. */
  ask(request: Request): Promise<Answer> {
    const id = randomText(ID_BYTES)
    return new Promise((answer) => {
      this.unanswered.set(id, { request, answer })
      if (this.welcomed) this.send({ ...request, id })
    })
  }

  /** Try again now: the network is said to be back. */
  retry(): void {
    if (this.ended || this.socket !== null) return
    clearTimeout(this.timer)
    this.connect()
  }

  close(): void {
    this.ended = true
    this.drop()
    clearTimeout(this.timer)
  }

  /** Whether it has not said hello yet. */
  isOpening(): boolean {
    return this.socket?.readyState === WebSocket.CONNECTING
  }

  private connect(): void {
    const socket = this.setup.connect()
    this.socket = socket
    socket.onopen = () => this.send({ t: 'hello', tokens: this.setup.tokens(), contributes: true })
    socket.onmessage = ({ data }) => this.receive(JSON.parse(String(data)) as News | Answer)
    socket.onclose = ({ code }) => this.lost(code)
    this.setup.changed('connecting', 0)
  }

  private receive(message: News | Answer): void {
    this.listen()
    if (message.t === 'done' || message.t === 'refused') {
      this.unanswered.get(message.id)?.answer(message)
      this.unanswered.delete(message.id)
      return
    }
    if (message.t === 'welcome') {
      this.tries = 0
      this.welcomed = true
      this.setup.changed('open', 0)
      this.setup.receive(message)
      for (const [id, { request }] of this.unanswered) this.send({ ...request, id })
      return
    }
    this.setup.receive(message)
  }

  private lost(code: number): void {
    this.drop()
    if (this.ended) return
    if (FOR_GOOD.has(code)) {
      this.ended = true
      this.setup.changed('closed', code)
      return
    }
    this.setup.changed('lost', code)
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries)
    this.tries += 1
    // between half and the whole of it, so that a restarted server is not met by everybody at once
    this.timer = setTimeout(() => this.connect(), wait * (0.5 + Math.random() / 2))
  }

  private drop(): void {
    clearTimeout(this.heart)
    this.welcomed = false
    const socket = this.socket
    this.socket = null
    if (socket === null) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  /** A connection that has been silent is pinged; one that stays silent is given up. */
  private listen(): void {
    clearTimeout(this.heart)
    this.heart = setTimeout(() => {
      this.send({ t: 'ping' })
      this.heart = setTimeout(() => this.lost(0), SILENCE)
    }, PING_EVERY)
  }

  private send(message: object): void {
    this.socket?.send(JSON.stringify(message))
  }
}

/** A connection to a table of the server, or of this device where the page is there. */
export function connectTo(table: string): Socket {
  if (isOffline()) return connectOffline(table)
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket`) as unknown as Socket
}

/** What is said before the rules have come waits for them. */
function connectOffline(table: string): Socket {
  let inner: Socket | null = null
  let isClosed = false
  const socket: Socket = {
    send: (text) => inner?.send(text),
    close: () => {
      isClosed = true
      inner?.close()
    },
    onopen: null,
    onmessage: null,
    onclose: null,
  }
  void import('../offline/engine.svelte').then(({ theEngine }) => {
    if (isClosed) return
    inner = theEngine().connect(table)
    inner.onmessage = (event) => socket.onmessage?.(event)
    inner.onclose = (event) => socket.onclose?.(event)
  })
  return socket
}
