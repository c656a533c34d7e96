// Letting a seat pass by itself where it can do nothing else: which seats of a table do, kept on this device.
import type { Snapshot } from '../board'
import { keep, recall } from '../keep'

const TABLES_KEPT = 50

/** The seat's only action, if that is to let the others go on and it has done nothing that it could still take back; seats from 1. */
export function onlyPass(snapshot: Pick<Snapshot, 'choices' | 'undo'>, seat: number): string | null {
  const choices = snapshot.choices[String(seat)] ?? []
  const [only] = choices
  return choices.length === 1 && only!.passes && !snapshot.undo.includes(seat) ? only!.text : null
}

type Kept = [table: string, seats: number[]][]

export const passingSeats = (table: string): number[] => recall<Kept>('passing', []).find(([id]) => id === table)?.[1] ?? []

export function keepPassing(table: string, seats: number[]): void {
  const others = recall<Kept>('passing', []).filter(([id]) => id !== table)
  keep('passing', seats.length === 0 ? others : [...others, [table, seats]].slice(-TABLES_KEPT))
}
