// Marks: a shape and a colour by which people know one another. On the wire a mark is a word such as `sail-3`.
import type { SeatSign } from './board'

/** Each within 24 × 24. */
export const SHAPES = {
  sail: 'M12 2v15H4zM13.5 6v11H20zM3 19h18l-3 3H6z',
  rose: 'M12 1l2.8 8.2L23 12l-8.2 2.8L12 23l-2.8-8.2L1 12l8.2-2.8z',
  anchor:
    'M12 2a3 3 0 0 1 1.25 5.73V9H16v2h-2.75v8.4c2.9-.5 5-2.5 5.6-5L17 15.5l-.5-2L21 11l1 5-1.3-.9C19.7 19.5 16.3 22 12 22s-7.7-2.5-8.7-6.9L2 16l1-5 4.5 2.5-.5 2-1.85-1.1c.6 2.5 2.7 4.5 5.6 5V11H8V9h2.75V7.73A3 3 0 0 1 12 2z',
  star: 'M12 1.5l3.1 6.9 7.4.8-5.5 5 1.6 7.3-6.6-3.7-6.6 3.7 1.6-7.3-5.5-5 7.4-.8z',
  moon: 'M15.5 2.2A10 10 0 1 0 22 16.4 8.6 8.6 0 0 1 15.5 2.2z',
  drop: 'M12 1.5c4 6 7.2 9.2 7.2 13.3a7.2 7.2 0 0 1-14.4 0C4.8 10.7 8 7.5 12 1.5z',
  fish: 'M2 5.5l5 3.6C9 6.7 11.5 5.5 14 5.5c3.6 0 6.6 2.6 8 6.5-1.4 3.9-4.4 6.5-8 6.5-2.5 0-5-1.2-7-3.6L2 18.5 4 12z',
  wave: 'M1 9c3.7-5 7.3-5 11 0s7.3 5 11 0v4c-3.7 5-7.3 5-11 0s-7.3-5-11 0zM1 17c3.7-5 7.3-5 11 0s7.3 5 11 0v3c-3.7 4-7.3 4-11 0s-7.3-4-11 0z',
  comb: 'M12 1.5l9 5.2v10.6l-9 5.2-9-5.2V6.7z',
  peak: 'M2 21L9 6l3.5 6L15 8l7 13z',
} as const

export type Shape = keyof typeof SHAPES

export const SHAPE_NAMES = Object.keys(SHAPES) as Shape[]
export const COLOURS = 10

export interface Mark {
  shape: Shape
  colour: number
}

export function writeMark({ shape, colour }: Mark): string {
  return `${shape}-${colour}`
}

const parse = (word: string): Mark | null => {
  const [, shape, colour] = /^([a-z]+)-(\d)$/.exec(word) ?? []
  return shape !== undefined && Object.hasOwn(SHAPES, shape) ? { shape: shape as Shape, colour: Number(colour) } : null
}

/** The mark a word stands for. */
export const readMark = (word: string): Mark => parse(word) ?? { shape: SHAPE_NAMES[0]!, colour: 0 }

/** For somebody who has chosen none yet. */
export const anyMark = (): string => {
  const [shape, colour] = crypto.getRandomValues(new Uint8Array(2))
  return writeMark({ shape: SHAPE_NAMES[shape! % SHAPE_NAMES.length]!, colour: colour! % COLOURS })
}

/** The first number of so many, from one on and round, that is not taken; then it is. */
function take(taken: Set<number>, from: number, of: number): number {
  const numbers = Array.from({ length: of }, (_, i) => (from + i) % of)
  const free = numbers.find((n) => !taken.has(n)) ?? numbers[0]!
  taken.add(free)
  return free
}

/**
 * The marks of all seats at a table, by the words for what they chose: no two have the same colour. Who chose the colour of an
 * earlier seat has the next free one; who chose none, such as a bot, has a colour and a shape that nobody else has.
 */
export function marksAt(words: (string | undefined)[]): Mark[] {
  const chosen = words.map((word = '') => parse(word))
  const colours = new Set<number>()
  const shapes = new Set(chosen.flatMap((mark) => (mark ? SHAPE_NAMES.indexOf(mark.shape) : [])))
  const marks: Mark[] = []
  const turns = chosen.map((mark, seat) => (mark ? Number(chosen.findIndex((one) => one?.colour === mark.colour) < seat) : 2))
  for (const turn of [0, 1, 2]) {
    chosen.forEach((mark, seat) => {
      if (turns[seat] !== turn) return
      const shape = mark?.shape ?? SHAPE_NAMES[take(shapes, seat, SHAPE_NAMES.length)]!
      marks[seat] = { shape, colour: take(colours, mark?.colour ?? seat, COLOURS) }
    })
  }
  return marks
}

/** What somebody is shown by: the mark they have at the table, or how their pieces look. */
export type Sign = Mark | SeatSign
/** Of a seat, from 0. */
export type SignOf = (seat: number) => Sign
/** What the game says of it; nothing where the mark will do. */
export type SeatSignOf = (seat: number) => SeatSign | null | undefined

export const isOfPieces = (sign: Sign): sign is SeatSign => 'path' in sign

/** As style sheets know it. */
export const colourOf = ({ colour }: Sign): string => (typeof colour === 'number' ? `var(--tone-${colour})` : colour)
