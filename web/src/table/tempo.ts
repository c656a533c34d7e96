// How much time people are given to see what others do.
import type { Snapshot } from '../board'

export const TEMPOS = ['slow', 'normal', 'fast', 'step', 'now'] as const
export type Tempo = (typeof TEMPOS)[number]

/** What a snapshot is given: for one step of its motion, and to be read before the next one is shown. */
export interface Timing {
  /** 0 for no motion at all. */
  stepMs: number
  /** Infinity until somebody asks for the next one. */
  holdMs: number
}

export const AT_ONCE: Timing = { stepMs: 0, holdMs: 0 }

const STEP_MS = 300
const STEPS: Record<Tempo, number> = { slow: 420, normal: STEP_MS, fast: 180, step: STEP_MS, now: STEP_MS }
const READING: Record<Tempo, number> = { slow: 1.8, normal: 1, fast: 0.35, step: Infinity, now: 0 }

// people read some twenty-five letters a second of what they half expect
const SHORTEST = 450
const PER_LETTER = 40
const LONGEST = 5500
const MOST_WAITING = 12 // a longer queue is read faster

/** How long a sentence of so many letters is left to be read; nothing is needed for none. */
export function readingMs(letters: number): number {
  return letters === 0 ? 0 : Math.min(LONGEST, SHORTEST + PER_LETTER * letters)
}

/** The timing of a snapshot with so many letters to read, when so many more wait behind it. */
export function timing(tempo: Tempo, letters: number, waiting: number): Timing {
  if (tempo === 'now') return { stepMs: STEP_MS / (1 + waiting / 2), holdMs: 0 }
  const reading = readingMs(letters)
  const hurry = Math.min(1, MOST_WAITING / Math.max(1, waiting))
  return { stepMs: STEPS[tempo], holdMs: reading === 0 ? 0 : reading * READING[tempo] * hurry }
}

/** Whether one of these seats (from 1) is to act against the clock: then nothing may cost it time. */
export function isPressed(live: Snapshot | null, seats: number[]): boolean {
  if (live === null || live.deadline === null) return false
  return seats.some((seat) => live.thrower === seat || live.actors.includes(String(seat)))
}
