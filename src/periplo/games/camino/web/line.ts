// The line of a path, and finding one's way about the honeycomb.

import type { Cell, Point } from './position'

const between = ([x0, y0]: Point, [x1, y1]: Point, part: number): Point => [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part]

/** The corners of a line from one index to another; where these are no whole numbers it ends between two cells. */
export function stretch(centres: Point[], first: number, last: number): Point[] {
  const at = (index: number): Point => {
    const cell = Math.floor(index)
    return cell === index ? centres[cell]! : between(centres[cell]!, centres[cell + 1]!, index - cell)
  }
  const whole = centres.slice(Math.floor(first) + 1, Math.ceil(last))
  return first < last ? [at(first), ...whole, at(last)] : [at(first)]
}

const BEND = 0.4 // of the way from a cell's middle to its side: a line is seen to enter the cell

/** Path data through some of the corners: it crosses sides at their middles and bends in the cells. */
export function strand(corners: Point[], from = 0, to = corners.length): string {
  if (corners.length < 2 || from >= to) return ''
  const middles = corners.slice(1).map((corner, at) => between(corners[at]!, corner, 0.5))
  const gates = [corners[0]!, ...middles, corners.at(-1)!]
  const show = (point: Point) => point.map((part) => Number(part.toFixed(1))).join(' ')
  let data = `M${show(gates[from]!)}`
  for (let at = from; at < to; at++) {
    const corner = corners[at]!
    const [before, after] = [gates[at]!, gates[at + 1]!].map((gate) => between(corner, gate, BEND))
    if (at > 0 && at < corners.length - 1) data += `L${show(before!)}Q${show(corner)} ${show(after!)}`
    data += `L${show(gates[at + 1]!)}`
  }
  return data
}

/** The way one looks from a point to another, in degrees, clockwise from the right. */
export const turn = ([x0, y0]: Point, [x1, y1]: Point): number => (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI

const distance = (one: Cell, x: number, y: number) => Math.hypot(one.x - x, one.y - y)

/** The cell under a point. */
export function cellAt(cells: Cell[], x: number, y: number, radius: number): Cell | undefined {
  const nearest = cells.reduce((best, cell) => (distance(cell, x, y) < distance(best, x, y) ? cell : best))
  return distance(nearest, x, y) < radius ? nearest : undefined
}
