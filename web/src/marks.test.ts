import { expect, test } from 'vitest'
import { anyMark, colourOf, COLOURS, type Mark, marksAt, readMark, SHAPE_NAMES, writeMark } from './marks'

test('every mark can be written and read back', () => {
  for (const shape of SHAPE_NAMES) {
    const word = writeMark({ shape, colour: 7 })
    expect(word).toMatch(/^[a-z0-9-]{1,24}$/)
    expect(readMark(word)).toEqual({ shape, colour: 7 })
  }
})

test('somebody who has chosen no mark has one', () => {
  const word = anyMark()
  expect(writeMark(readMark(word))).toBe(word)
})

const at = (...words: string[]) => marksAt(words).map(writeMark)
const distinct = (marks: Mark[], part: keyof Mark) => new Set(marks.map((mark) => mark[part])).size

test('everybody has the mark they chose', () => {
  expect(at('moon-9', 'sail-0', 'moon-4')).toEqual(['moon-9', 'sail-0', 'moon-4'])
})

test('who chose the colour of an earlier seat has the next free one', () => {
  expect(at('sail-3', 'sail-3')).toEqual(['sail-3', 'sail-4'])
  expect(at('fish-9', 'star-9')).toEqual(['fish-9', 'star-0'])
})

test('nobody loses their colour to somebody who had to take another one', () => {
  expect(at('sail-3', 'moon-3', 'drop-4')).toEqual(['sail-3', 'moon-5', 'drop-4'])
})

test('bots have shapes and colours that nobody chose, and never change those of people', () => {
  expect(at('rose-1', '')).toEqual(['rose-1', 'anchor-2'])
  expect(at('', 'sail-0', 'sail-0')).toEqual(['rose-2', 'sail-0', 'sail-1'])
})

test('a word that is no mark is none', () => {
  for (const word of ['sail', 'sail-x', 'sail-12', 'toString-1', 'unknown-3']) expect(at('moon-0', word)).toEqual(['moon-0', 'rose-1'])
  expect(marksAt([undefined])).toEqual(marksAt(['']))
})

test('as many as there are colours differ, whatever they chose', () => {
  for (const word of ['', 'comb-5']) {
    for (let seats = 1; seats <= COLOURS; seats += 1) {
      const marks = marksAt(Array.from({ length: seats }, (_, seat) => (seat % 3 === 1 ? '' : word)))
      expect(distinct(marks, 'colour')).toBe(seats)
    }
  }
  expect(distinct(marksAt(Array(COLOURS).fill('')), 'shape')).toBe(COLOURS)
  expect(marksAt(Array(COLOURS + 1).fill('peak-2'))).toHaveLength(COLOURS + 1)
})

test("a mark's colour is the theme's, that of pieces is their own", () => {
  expect(colourOf({ shape: 'sail', colour: 3 })).toBe('var(--tone-3)')
  expect(colourOf({ path: 'M0 0Z', colour: '#c00' })).toBe('#c00')
})
