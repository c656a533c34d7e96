import { describe, expect, test } from 'vitest'
import { cellAt, strand, stretch, turn } from './line'
import type { Cell, Point } from './position'

const corners: Point[] = [[0, 0], [10, 0], [10, 10]]
const cell = (name: string, x: number, y: number): Cell => ({ cell: name, colour: 'R', number: null, touching: [], x, y })

describe('a stretch of a path', () => {
  test('is all of it at rest', () => expect(stretch(corners, 0, 2)).toEqual(corners))
  test('ends between two cells while the head moves', () => {
    expect(stretch(corners, 0, 1.5)).toEqual([[0, 0], [10, 0], [10, 5]])
  })
  test('begins between two cells while the tail moves', () => {
    expect(stretch(corners, 0.5, 2)).toEqual([[5, 0], [10, 0], [10, 10]])
  })
  test('is one point where nothing has been drawn', () => expect(stretch([[3, 4]], 0, 0)).toEqual([[3, 4]]))
})

describe('a strand', () => {
  test('bends in the cells and crosses sides at their middles', () => {
    expect(strand(corners)).toBe('M0 0L5 0L8 0Q10 0 10 2L10 5L10 10')
  })
  test('may be a part of the whole', () => expect(strand(corners, 1, 3)).toBe('M5 0L8 0Q10 0 10 2L10 5L10 10'))
  test('is nothing for one cell or none', () => {
    expect(strand([[1, 1]])).toBe('')
    expect(strand(corners, 2, 2)).toBe('')
  })
})

test('turns are clockwise from the right', () => {
  expect(turn([0, 0], [0, 5])).toBe(90)
  expect(turn([0, 0], [-5, 0])).toBe(180)
})

test('a finger is over a cell, or over none', () => {
  const cells = [cell('b2', 0, 0), cell('b3', 76, 0), cell('c2', 38, 66), cell('a2', -38, -66), cell('b5', 228, 0)]
  expect(cellAt(cells, 70, 5, 44)?.cell).toBe('b3')
  expect(cellAt(cells, 0, 200, 44)).toBeUndefined()
})
