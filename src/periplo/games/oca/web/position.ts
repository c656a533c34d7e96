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

export interface Point {
  x: number
  y: number
}

export interface Square extends Point {
  at: number
  kind: string
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
