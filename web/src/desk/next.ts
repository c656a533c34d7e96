// What is waited for now, and of whom.
import type { Snapshot } from '../board'

export interface Next {
  /** A throw, something else that the table does for a seat, or a decision. */
  what: 'throw' | 'table' | 'decide'
  /** From 1; none where the table acts for nobody. */
  seats: number[]
}

export function next({ thrower, actors, choices }: Snapshot): Next {
  if (thrower !== null) return { what: 'throw', seats: [thrower] }
  if (!actors.includes('table')) return { what: 'decide', seats: actors.map(Number) }
  // every choice about the same seat: it is that seat's card, or board
  const about = new Set((choices['table'] ?? []).map(({ other }) => other))
  const [seat] = about
  return { what: 'table', seats: about.size === 1 && seat !== undefined ? [seat + 1] : [] }
}
