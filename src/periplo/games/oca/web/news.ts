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

/** How each stray that was on the board went in one throw, `54 → 59 → 63 ↩ 62`: where it stopped and turned, and those alike counted. */
export function strayWays(events: GameEvent[]): string[] {
  const thrower = events.find(({ kind }) => kind === 'threw')?.seat
  const ways = new Map<number, (Place | string)[]>()
  for (const event of events) {
    const move = moveOf(event)
    const stray = event.stray as number | undefined
    if (!move || stray === undefined || move.seat !== thrower) continue
    const [from, to] = [move.path[0] as Place, move.path.at(-1) as Place]
    const stop = event.kind === 'turned' ? `${Math.max(...(move.path as number[]))} ↩ ${to}` : to
    ways.set(stray, [...(ways.get(stray) ?? [from]), stop])
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

/** How many of a seat's people were called out, and how many came home again; null where nobody was called. */
export function calledOut(entries: Entry[], seat: number): { called: number; back: number } | null {
  const events = entries.flatMap((entry) => entry.events).filter((event) => event.seat === seat)
  const count = (...kinds: string[]) => events.filter(({ kind }) => kinds.includes(kind)).length
  const called = count('called')
  return called > 0 ? { called, back: count('reunited', 'came_home') } : null
}
