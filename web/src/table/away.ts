// Who may have a bot play for somebody who is away, and when; docs/protocol.md says so, too.
import type { Seat } from '../api/wire'

const FOR_HOST = 120 // seconds
const FOR_OTHERS = 300

/** After how many seconds whoever looks may do it; null for those who only watch. */
export function patience(host: boolean, plays: boolean): number | null {
  if (host) return FOR_HOST
  return plays ? FOR_OTHERS : null
}

/** For how many seconds a seat has been away, so long after the table was received; null if it is not. */
export function awayFor(seat: Seat, elapsed: number): number | null {
  return seat.away === null ? null : seat.away + Math.max(0, Math.floor(elapsed / 1000))
}
