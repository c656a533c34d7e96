// Marks: a shape and a colour by which people know one another. On the wire a mark is a word such as `sail-3`.

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

/** The mark a word stands for; a seat (from 0) without one has one of its own. */
export function readMark(word: string, seat = 0): Mark {
  const [shape, colour] = word.split('-')
  if (shape !== undefined && Object.hasOwn(SHAPES, shape) && colour !== undefined && /^\d$/.test(colour)) {
    return { shape: shape as Shape, colour: Number(colour) }
  }
  return { shape: SHAPE_NAMES[seat % SHAPE_NAMES.length]!, colour: seat % COLOURS }
}
