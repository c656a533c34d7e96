// After how long something may be done about somebody who is away; docs/protocol.md says so, too.
import type { Seat, Snapshot, Table } from '../api/wire'

const OTHERS_WAIT = 180 // seconds more than the host, for those who do not ask each other

/** After how many seconds whoever looks may let a bot play, alone; null for those who only watch. */
export function patience(host: boolean, plays: boolean, awayAfter: number): number | null {
  if (host) return awayAfter
  return plays ? awayAfter + OTHERS_WAIT : null
}

/** For how many seconds a seat has been away, so long after the table was received; null if it is not. */
export function awayFor(seat: Seat, elapsed: number): number | null {
  return seat.away === null ? null : seat.away + Math.max(0, Math.floor(elapsed / 1000))
}

/** Whether whoever looks may do something about those who are away: a host who is here decides alone. */
export function decidesForAway({ host, host_here }: Pick<Table, 'host' | 'host_here'>): boolean {
  return host || !host_here
}

/** The seat that whoever looks may give away now: they suggested it, and all who are here have agreed; null if there is none. */
export function agreedToGive({ suggestion, seats }: Pick<Table, 'suggestion' | 'seats'>, mine: number[]): number | null {
  if (suggestion?.what !== 'give' || !mine.includes(suggestion.by)) return null
  const asked = seats.filter((seat) => seat.kind === 'person' && seat.here && !seat.left)
  return asked.every((seat) => suggestion.agreed.includes(seat.seat)) ? suggestion.about : null
}

/** Whether the rules let a seat pass now; otherwise there is no turn of it to skip. */
export function maySkip(live: Pick<Snapshot, 'may_pass'> | null, seat: number): boolean {
  return live?.may_pass?.includes(seat) ?? false
}
