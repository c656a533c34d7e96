import type { Hint } from '../api/wire'

/** Whether a hint is for what the seat decides now: others may have done something since, the seat itself has not. */
export function isCurrent(hint: Hint, seat: number, n: number, log: { n: number; actor: string }[]): boolean {
  return hint.seat === seat && hint.n <= n && !log.some((entry) => entry.n > hint.n && entry.actor === String(seat))
}
