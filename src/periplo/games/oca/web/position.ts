// The written position and the layout of the goose game, as the server sends them.

export interface Piece {
  at: number
  /** 0 free, n throws still to miss, -1 in the well. */
  held: number
}

export interface Flock {
  square: number
  bearer: number
  held: number
  strays: Piece[]
  home: number
  eggs: number
  throws: number
  spent: boolean
}

export interface Position {
  race: number
  turn: number
  phase: 'throw' | 'swap' | 'over'
  dice: [number, number] | null
  owed: number
  winner: number | null
  flocks: Flock[]
}

/** What follows from a position by the rules. */
export interface Outlook {
  /** By seat, from 0: what a trap does to a flock that has nearly nobody at home; null for nothing new. */
  alarms?: Record<string, 'few' | 'empty' | 'spent' | null>
  /** The totals with which whoever throws next wins; null where nobody would expect any. */
  throw?: { wins: number[] | null }
}

export interface Point {
  x: number
  y: number
}

export interface Square extends Point {
  at: number
  kind: string
  /** Its outline. */
  points: [number, number][]
  /** The direction of travel, in degrees clockwise from rightwards. */
  angle: number
  /** Where pieces stand: a middle, and so far along and across the travel. */
  room: Point & { length: number; depth: number }
  /** The middle of its number's foot, where it has one. */
  label: Point | null
}

/** How a flock's pieces look: a shape in a circle of radius 12, its number `sink` below the middle. */
export interface Look {
  colour: string
  ink: string
  sink: number
  shape: string
}

export interface Layout {
  width: number
  height: number
  squares: Square[]
  home: Point[]
  flocks: Look[]
}
