// After how long something may be done about somebody who is away; docs/protocol.md says so, too.
import type { Seat } from '../api/wire'

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
