// When each seat here could begin to act: its last turns, also where everybody acts at the same time.
import type { Snapshot } from '../board'
import { mayDo } from './hotseat'

export class TurnStarts {
  private readonly acting = new Set<number>()
  private readonly starts = new Map<number, number[]>()

  /** Snapshots in their order; seats from 1. After something was taken back, a number may come again. */
  look(snapshot: Snapshot, seats: number[]): void {
    for (const seat of seats) {
      const past = (this.starts.get(seat) ?? []).filter((n) => n <= snapshot.n)
      const acts = mayDo(seat, snapshot)
      if (acts && !this.acting.has(seat)) past.push(snapshot.n)
      this.starts.set(seat, past.slice(-2))
      if (acts) this.acting.add(seat)
      else this.acting.delete(seat)
    }
  }

  /** The number of the snapshot in which a seat began the turn before its last one; null if it was not seen. */
  before(seat: number): number | null {
    const [before, last] = this.starts.get(seat) ?? []
    return last === undefined ? null : before!
  }
}
