// The rules in this browser, as the page asks them: in place of the server's HTTP and of its socket.
import type { Socket } from '../api/socket'
import type { FromWorker, ToWorker } from './protocol'

const LONG = 2000 // milliseconds after which a bot is said to think

class Engine {
  /** Whether a bot has been choosing for so long that one wants to know. */
  thinking = $state(false)
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'periplo' })
  private readonly answers = new Map<number, (answer: Response) => void>()
  private readonly sockets = new Map<number, Socket>()
  private count = 0
  private broken = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data)
    this.worker.onerror = () => this.fail()
  }

  async fetch(path: string, init: { method: string; body: unknown }): Promise<Response> {
    if (this.broken) return broken()
    this.count += 1
    const id = this.count
    const answer = new Promise<Response>((done) => this.answers.set(id, done))
    const body = typeof init.body === 'string' ? init.body : ''
    this.post({ t: 'ask', id, method: init.method, target: path, body })
    return answer
  }

  connect(table: string): Socket {
    this.count += 1
    const connection = this.count
    const socket: Socket = {
      send: (text) => this.post({ t: 'say', connection, text }),
      close: () => {
        this.sockets.delete(connection)
        this.post({ t: 'leave', connection })
      },
      onopen: null,
      onmessage: null,
      onclose: null,
    }
    this.sockets.set(connection, socket)
    this.post({ t: 'connect', connection, table })
    return socket
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message)
  }

  private receive(message: FromWorker): void {
    if (message.t === 'answer') {
      const { id, status, kind, text } = message
      this.answers.get(id)?.(new Response(text, { status, headers: { 'Content-Type': kind } }))
      this.answers.delete(id)
    } else if (message.t === 'said') {
      this.sockets.get(message.connection)?.onmessage?.({ data: message.text })
    } else if (message.t === 'closed') {
      const socket = this.sockets.get(message.connection)
      this.sockets.delete(message.connection)
      socket?.onclose?.({ code: message.code })
    } else if (message.t === 'thinking') {
      clearTimeout(this.timer)
      this.thinking = this.thinking && message.on
      if (message.on) this.timer = setTimeout(() => (this.thinking = true), LONG)
    } else {
      console.error(message.why)
      this.fail()
    }
  }

  private fail(): void {
    this.broken = true
    for (const answer of this.answers.values()) answer(broken())
    this.answers.clear()
  }
}

const broken = () => new Response(JSON.stringify({ status: 500, code: 'server', why: '' }), { status: 500 })

let engine: Engine | null = null

/** Started when it is first needed. */
export const theEngine = () => (engine ??= new Engine())
