// What happened last, as the board says it beside the pictures.

import type { Entry, GameEvent } from '$web/board'
import { moveOf } from '$web/boards/player'
import type { Mover, Place } from './motion'

/** The events from the last throw on; all of them where nobody threw. */
export function lastThrow(events: GameEvent[]): GameEvent[] {
  return events.slice(Math.max(0, events.findLastIndex(({ kind }) => kind === 'threw')))
}

/** Where a mover was, and every place it came to. */
export const wayOf = ({ from, legs }: Mover): Place[] => [from, ...legs.map(({ to }) => to)]

/** How each stray that was on the board went in one throw, `60 → 52`: where it stopped, and those alike counted. */
export function strayWays(events: GameEvent[]): string[] {
  const thrower = events.find(({ kind }) => kind === 'threw')?.seat
  const ways = new Map<number, Place[]>()
  for (const event of events) {
    const move = moveOf(event)
    const stray = event.stray as number | undefined
    if (!move || stray === undefined || move.seat !== thrower) continue
    const [from, to] = [move.path[0] as Place, move.path.at(-1) as Place]
    ways.set(stray, [...(ways.get(stray) ?? [from]), to])
  }
  const counts = new Map<string, number>()
  for (const way of ways.values()) {
    const onBoard = way.filter((place) => place !== 'home')
    if (way[0] === 'home' || !(onBoard.length > 1)) continue
    const text = onBoard.join(' → ')
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].map(([text, count]) => (count > 1 ? `${text} ×${count}` : text))
}

/**
 * How many of a seat's people the last throw of its own called out, and how many have come home again since, if nobody of them ever
 * was called before; else null.
 */
export function firstCalled(entries: Entry[], seat: number): { called: number; back: number } | null {
  const events = entries.flatMap((entry) => entry.events).filter((event) => event.seat === seat)
  const thrown = events.findLastIndex(({ kind }) => kind === 'threw')
  const count = (some: GameEvent[], ...kinds: string[]) => some.filter(({ kind }) => kinds.includes(kind)).length
  if (thrown < 0 || count(events.slice(0, thrown), 'called') > 0) return null
  const since = events.slice(thrown)
  const called = count(since, 'called')
  return called > 0 ? { called, back: count(since, 'reunited', 'came_home') } : null
}
