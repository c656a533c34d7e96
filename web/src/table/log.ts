// The log of a table: entries in order, each once.
import type { Entry } from '../board'
import { whose } from '../words/captions'

export function addEntries(log: Entry[], more: Entry[]): Entry[] {
  if (more.length === 0) return log
  const last = log.at(-1)
  if (last === undefined || more[0]!.n > last.n) return [...log, ...more]
  const byNumber = new Map([...log, ...more].map((entry) => [entry.n, entry]))
  return [...byNumber.values()].sort((one, other) => one.n - other.n)
}

/** What is left after somebody took actions back. */
export function cutEntries(log: Entry[], n: number): Entry[] {
  return log.filter((entry) => entry.n <= n)
}

/** Whether the last entries, sent anew, are those that led to snapshot `n` before. */
export function isSameUntil(n: number, before: Entry[], anew: Entry[]): boolean {
  const first = anew[0]?.n ?? 1
  const written = (log: Entry[]) => JSON.stringify(log.filter((entry) => entry.n >= first && entry.n <= n))
  return n === 0 || (n >= first && written(before) === written(anew))
}

/** Whether somebody at these seats, from 1, did it: decided something, or threw, which is the table's action. */
export function isOf({ by, events }: Entry, seats: number[]): boolean {
  return events.some(
    ({ kind, seat }) => (by === 'person' || (by === 'table' && kind.startsWith('threw'))) && seat !== undefined && seats.includes(seat + 1),
  )
}

/** How often one of these seats (from 1) has begun to act. */
export function ownTurns(log: Entry[], seats: number[]): number {
  const acting = log.map((entry) => (isOf(entry, seats) ? whose(entry) : null))
  return acting.filter((seat, i) => seat !== null && seat !== acting[i - 1]).length
}

const MANY = 4

/** Entries in rows: those in a row by which the table did one thing again and again, about nobody, are one row. */
export function inRows(log: Entry[]): Entry[][] {
  const rows: Entry[][] = []
  for (const entry of log) {
    const row = rows.at(-1)
    if (row && thing(entry) !== null && thing(entry) === thing(row[0]!)) row.push(entry)
    else rows.push([entry])
  }
  return rows.flatMap((row) => (row.length < MANY ? row.map((entry) => [entry]) : [row]))
}

/** The one thing that the table did, about nobody; null for anything else. */
function thing({ actor, events, asides }: Entry): string | null {
  const [event] = events
  if (actor !== 'table' || events.length !== 1 || asides[0] || event!.seat !== undefined) return null
  return event!.kind
}
