// The origins by which others reach this server, and the one that links and QR codes say: an address that only this
// machine understands is of no use to others.
import { addresses } from './api/http'
import { keep, recall } from './keep'
import { isLoopback } from './loopback'

class Reachable {
  /** Whoever opened this page by an address that others understand passes that one on. */
  readonly here = isLoopback(location.hostname)
  origins = $state.raw<string[]>(this.here ? [] : [location.origin])
  localOnly = $state(false)
  /** Asked and answered, if it had to be. */
  known = $state(!this.here)
  failure = $state.raw<unknown>(null)
  private wanted = $state(recall('origin', ''))
  readonly origin = $derived(this.origins.includes(this.wanted) ? this.wanted : (this.origins[0] ?? null))

  async ask(): Promise<void> {
    if (!this.here) return
    try {
      const found = await addresses()
      this.failure = null
      this.origins = found.origins
      this.localOnly = found.local_only
      this.known = true
    } catch (error) {
      this.failure = error
    }
  }

  choose(origin: string): void {
    this.wanted = origin
    keep('origin', origin)
  }
}

export const reachable = new Reachable()
