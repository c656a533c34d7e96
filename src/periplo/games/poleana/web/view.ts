// The position of this game as it arrives, and how its squares are told apart.
import type { Phrase } from '$web/board'

export interface View {
  phase: 'first' | 'throw' | 'guard' | 'move' | 'bonus' | 'over'
  turn: number
  dice: [number, number] | null
  left: number[]
  again: boolean
  bonus: number
  winner: number | null
  seats: { side: number; reos: string[] }[]
  guards: string[]
}

/** A square that is closed, and by whom. */
export interface Barrier {
  seat: number
  at: string
}

/** What the server says beside the position. */
export interface Derived {
  barriers: Barrier[]
  /** Steps to freedom of each reo, by seat from 1; and of the whole way from the cell. */
  to_go: Record<string, number[]>
  whole_way: number
  /** The seats, from 0, that may capture. */
  hunters: number[]
  /** The seats, from 0, of whom nobody is on the way. */
  locked_in: number[]
  /** Why dice that are left cannot be used; null where all can. */
  lost: Phrase | null
  /** By reo of the seat on turn, from 1: where the dice would lead, and why it may not go there. */
  refused: Record<string, Refused[]>
}

export interface Refused {
  pips: number
  to: string
  why: Phrase
}

export interface Reo {
  seat: number
  reo: number
}

export const named = ({ seat, reo }: Reo) => `${seat}.${reo}`

/** One name for one square of the box: every side has a cell and an `e1` of its own. */
export const squareName = (at: string, own: number) => (/^\d/.test(at) ? `${at[0]} ${at}` : `${own} ${at}`)
