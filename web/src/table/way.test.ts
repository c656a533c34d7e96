import { expect, test } from 'vitest'
import type { Snapshot, WayDrawing } from '../board'
import { linesOf, wayPicture } from './way'

const way: WayDrawing = {
  size: () => ({ width: 100, height: 100 }),
  spot: (_layout, _view, _seat, place) => (place === 'home' ? null : { x: Number(place), y: 0 }),
}
const played = (...events: object[]) => events.map((event, n) => ({ n, view: null, entries: [{ events: [event] }] })) as unknown as Snapshot[]
const xs = (lines: { x: number }[][]) => lines.map((line) => line.map(({ x }) => x))

test('a piece that goes on draws one line, places off the board break it', () => {
  const snapshots = played(
    { kind: 'walked', seat: 0, piece: 1, path: [0, 1, 2] },
    { kind: 'threw', seat: 0 },
    { kind: 'walked', seat: 1, piece: 1, path: [0, 3] },
    { kind: 'walked', seat: 0, piece: 1, path: [2, 5] },
    { kind: 'sent', seat: 0, piece: 1, path: [5, 'home'] },
    { kind: 'walked', seat: 0, piece: 1, path: ['home', 0, 1] },
  )
  const lines = linesOf(snapshots, 2, way, null)
  expect(xs(lines[0]!)).toEqual([[0, 1, 2, 5], [0, 1]])
  expect(xs(lines[1]!)).toEqual([[0, 3]])
})

test('a board is drawn as large as its own units say', () => {
  const board = '<svg xmlns="x" viewBox="0 0 200 300" width="100%"><g/></svg>'
  const svg = wayPicture(board, { width: 200, height: 200 }, [[]], [{ name: '', colour: 'red' }], '', '', 'serif')
  expect(svg).toContain('<svg xmlns="x" viewBox="0 0 200 300" width="200" height="300"><g/></svg>')
})

test('names cannot break the picture', () => {
  const svg = wayPicture('<svg/>', { width: 100, height: 100 }, [[]], [{ name: '<b>&"', colour: 'red' }], 'a & b', '', 'serif')
  expect(svg).toContain('&#60;b&#62;&#38;&#34;')
  expect(svg).toContain('a &#38; b')
})
