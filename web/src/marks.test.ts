import { expect, test } from 'vitest'
import { readMark, SHAPE_NAMES, writeMark } from './marks'

test('every mark can be written and read back', () => {
  for (const shape of SHAPE_NAMES) {
    const word = writeMark({ shape, colour: 7 })
    expect(word).toMatch(/^[a-z0-9-]{1,24}$/)
    expect(readMark(word)).toEqual({ shape, colour: 7 })
  }
})

test('a word that is no mark gives the seat one of its own', () => {
  for (const word of ['', 'sail', 'sail-x', 'toString-1', 'unknown-3']) {
    expect(readMark(word, 2)).toEqual({ shape: SHAPE_NAMES[2], colour: 2 })
  }
})
