// What this device needs to play without a server: whether it has it, and getting it. `web/sw.js` renews it with the app.

const CACHE = 'periplo-offline'
const LIST = '/offline.json' // in the cache, it says that all of it is there

interface File {
  path: string
  /** As it is kept, and as it is sent. */
  bytes: number
  sent: number
}

/** `insecure`: over plain HTTP; `old`: this browser lacks something. */
type State = 'unknown' | 'insecure' | 'old' | 'absent' | 'coming' | 'ready'

function obstacle(): State | null {
  if (!isSecureContext) return 'insecure'
  const has = 'serviceWorker' in navigator && 'caches' in globalThis && 'locks' in navigator && 'WebAssembly' in globalThis
  return has ? null : 'old'
}

const sum = (files: File[], of: 'bytes' | 'sent') => files.reduce((total, file) => total + file[of], 0)

class Kit {
  state = $state<State>(obstacle() ?? 'unknown')
  /** Bytes to be sent; 0 until it is known. */
  size = $state(0)
  /** How much of it has come, from 0 to 1. */
  progress = $state(0)
  failed = $state(false)
  private looked: Promise<void> | null = null

  /** Find out how things stand; once. */
  look(): Promise<void> {
    this.looked ??= this.lookNow()
    return this.looked
  }

  private async lookNow(): Promise<void> {
    if (obstacle() !== null) return
    const kept = (await caches.has(CACHE)) ? await (await caches.open(CACHE)).match(LIST) : undefined
    this.state = kept === undefined ? 'absent' : 'ready'
    try {
      const list = kept ?? (await fetch(LIST))
      if (list.ok) this.size = sum((await list.json()) as File[], 'sent')
    } catch {
      this.looked = null // without a network the size is not known
    }
  }

  /** Fetch everything, and keep it until it is removed. */
  async prepare(): Promise<void> {
    this.state = 'coming'
    this.failed = false
    this.progress = 0
    try {
      await navigator.serviceWorker.ready
      const list = await fetch(LIST)
      const files = (await list.clone().json()) as File[]
      const cache = await caches.open(CACHE)
      let come = 0
      for (const { path, bytes } of files) {
        if ((await cache.match(path)) === undefined) await this.fetchInto(cache, path, (more) => this.count((come += more) / sum(files, 'bytes')))
        else this.count((come += bytes) / sum(files, 'bytes'))
      }
      await cache.put(LIST, list)
      void navigator.storage?.persist?.() // else a browser may drop it when it is short of room
      this.state = 'ready'
    } catch {
      this.failed = true
      this.state = 'absent'
    }
  }

  async remove(): Promise<void> {
    await caches.delete(CACHE)
    this.looked = null
    await this.look()
  }

  private count(progress: number): void {
    this.progress = progress
  }

  private async fetchInto(cache: Cache, path: string, come: (bytes: number) => void): Promise<void> {
    const answer = await fetch(path)
    if (!answer.ok || answer.body === null) throw new Error(path)
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (part, out) => {
          come(part.length)
          out.enqueue(part)
        },
      }),
    )
    const headers = new Headers(answer.headers)
    headers.delete('Content-Encoding') // it is unpacked by now
    headers.delete('Content-Length')
    await cache.put(path, new Response(counted, { status: answer.status, headers }))
  }
}

export const kit = new Kit()
