// A game in a few facts, from nothing but its snapshots: true of any game, and silent where there is nothing to say.
import type { Snapshot } from '../board'
import { moveOf } from '../boards/player'
import { places } from './standing'

export type Fact =
  | { kind: 'length'; actions: number; minutes: number }
  | { kind: 'leads'; n: number }
  | { kind: 'ahead'; seat: number; at: number }
  | { kind: 'jump'; seat: number; from: number; to: number; steps: number; at: number }
  | { kind: 'gain'; seat: number; points: number; at: number }
  | { kind: 'setback'; seat: number; n: number; at: number }

/**
 * Seats are counted from 0. The snapshots must be all of a finished game, in order; `setbacks` says which kinds of events
 * throw somebody back, and the field that says whom.
 */
export function story(snapshots: Snapshot[], setbacks: Record<string, string>): Fact[] {
  const end = snapshots.at(-1)
  if (end === undefined || !end.over) return []
  return [length(snapshots), ...lead(snapshots), ...jump(snapshots), ...gain(snapshots), ...setBack(snapshots, setbacks)]
}

function length(snapshots: Snapshot[]): Fact {
  const entries = snapshots.flatMap((snapshot) => snapshot.entries)
  const times = entries.map((entry) => entry.time)
  const minutes = times.length === 0 ? 0 : Math.round((times.at(-1)! - times[0]!) / 60_000)
  return { kind: 'length', actions: entries.length, minutes }
}

/** Who is ahead; null while that is shared. */
function leader(snapshot: Snapshot): number | null {
  const placed = places(snapshot)
  const seat = placed.indexOf(1)
  return placed.lastIndexOf(1) === seat ? seat : null
}

function lead(snapshots: Snapshot[]): Fact[] {
  const facts: Fact[] = []
  let ahead: number | null = null
  let changes = 0
  let since = 0
  for (const snapshot of snapshots) {
    const now = snapshot.scores.length < 2 ? null : leader(snapshot)
    if (now === null || now === ahead) continue
    if (ahead !== null) changes += 1
    ahead = now
    since = snapshot.n
  }
  const end = snapshots.at(-1)!
  if (changes > 0) facts.push({ kind: 'leads', n: changes })
  if (ahead !== null && end.winners.length === 1 && end.winners[0] === ahead + 1 && since < end.n) {
    facts.push({ kind: 'ahead', seat: ahead, at: since })
  }
  return facts
}

/** How far forward a piece came by one action, however many steps it was made of. */
function jump(snapshots: Snapshot[]): Fact[] {
  let longest: Extract<Fact, { kind: 'jump' }> | null = null
  for (const entry of snapshots.flatMap((snapshot) => snapshot.entries)) {
    const ways: { seat: number; piece: unknown; from: number; to: number }[] = []
    for (const event of entry.events) {
      const { seat, piece, from, to } = event
      if (moveOf(event) === null) continue
      if (typeof seat !== 'number' || typeof from !== 'number' || typeof to !== 'number') continue
      const begun = ways.find((way) => way.seat === seat && way.piece === piece && way.to === from)
      if (begun) begun.to = to
      else ways.push({ seat, piece, from, to })
    }
    for (const { seat, from, to } of ways) {
      if (to - from > (longest?.steps ?? 1)) longest = { kind: 'jump', seat, from, to, steps: to - from, at: entry.n }
    }
  }
  return longest === null ? [] : [longest]
}

/**
 * The best single stroke, not counting the last one, which everybody has just seen; none where something else than points says
 * who is ahead.
 */
function gain(snapshots: Snapshot[]): Fact[] {
  if (snapshots[0]!.headline.length > 0) return []
  let best: Extract<Fact, { kind: 'gain' }> | null = null
  for (let i = 1; i < snapshots.length - 1; i++) {
    const snapshot = snapshots[i]!
    for (const [seat, score] of snapshot.scores.entries()) {
      const points = score - (snapshots[i - 1]!.scores[seat] ?? 0)
      if (points > (best?.points ?? 1)) best = { kind: 'gain', seat, points, at: snapshot.n }
    }
  }
  return best === null ? [] : [best]
}

/** Who was thrown back most often, and when for the last time. */
function setBack(snapshots: Snapshot[], setbacks: Record<string, string>): Fact[] {
  const times = new Map<number, { n: number; at: number }>()
  for (const entry of snapshots.flatMap((snapshot) => snapshot.entries)) {
    for (const event of entry.events) {
      const whom = event[setbacks[event.kind] ?? '']
      const { from, to } = event
      const forward = typeof from === 'number' && typeof to === 'number' && to > from
      if (typeof whom === 'number' && !forward) times.set(whom, { n: (times.get(whom)?.n ?? 0) + 1, at: entry.n })
    }
  }
  const [most, next] = [...times].sort((one, two) => two[1].n - one[1].n)
  if (most === undefined || most[1].n < 2 || most[1].n === next?.[1].n) return []
  return [{ kind: 'setback', seat: most[0], ...most[1] }]
}
