// Several people at one screen: whose turn it is to look at it.
import type { Entry, Snapshot } from '../board'

export function mayDo(seat: number, snapshot: Snapshot): boolean {
  return (snapshot.legal[String(seat)]?.length ?? 0) > 0 || snapshot.thrower === seat
}

/** Whoever looks goes on while there is something to do; then the next who has something. Seats from 1. */
export function whoLooks(now: number | null, seats: number[], snapshot: Snapshot | null): number | null {
  const here = now !== null && seats.includes(now) ? now : (seats[0] ?? null)
  if (snapshot === null || here === null || mayDo(here, snapshot)) return here
  return seats.find((seat) => mayDo(seat, snapshot)) ?? here
}

/**
 * The log for whoever looks, where others at the same screen act in secret: what they have done since the table last
 * acted is theirs alone until it is shown.
 */
export function withoutSecrets(log: Entry[], looks: number | null, seats: number[]): Entry[] {
  const shownUpTo = log.findLast((entry) => entry.actor === 'table')?.n ?? 0
  const isSecret = ({ n, actor }: Entry) => n > shownUpTo && actor !== String(looks) && seats.includes(Number(actor))
  return log.filter((entry) => !isSecret(entry))
}
