import { expect, test } from 'vitest'
import type { Snapshot, WayDrawing } from '../board'
import { SHAPES, type Sign } from '../marks'
import { type Lettering, linesOf, shortened, type Walker, wayPicture, waysApart } from './way'

const way: WayDrawing = {
  size: () => ({ width: 100, height: 100 }),
  spot: (_layout, _view, _seat, place) => (place === 'home' ? null : { x: Number(place), y: 0 }),
}
// each letter half as wide as it is high
const lettering: Lettering = { family: 'Ours', faces: '@font-face{}', widthOf: (text) => text.length / 2 }
const walker = (name: string, sign: Sign = { shape: 'sail', colour: 3 }): Walker => ({ name, sign, colour: 'red', ink: 'white' })
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

test('what moves a piece where it stands does not break its line', () => {
  const snapshots = played(
    { kind: 'walked', seat: 0, piece: 1, path: [0, 1] },
    { kind: 'turned', seat: 0, piece: 1, path: ['home', 'home'] },
    { kind: 'walked', seat: 0, piece: 1, path: [1, 2] },
  )
  expect(xs(linesOf(snapshots, 1, way, null)[0]!)).toEqual([[0, 1, 2]])
})

test('a board may leave out the ways of some pieces', () => {
  const ofLeaders: WayDrawing = { ...way, spot: (layout, view, seat, place, piece) => (piece === 'leader' ? way.spot(layout, view, seat, place, piece) : null) }
  const snapshots = played({ kind: 'walked', seat: 0, piece: 'leader', path: [0, 1] }, { kind: 'walked', seat: 0, piece: 'other', path: [4, 5] })
  expect(xs(linesOf(snapshots, 1, ofLeaders, null)[0]!)).toEqual([[0, 1]])
})

test('a board is drawn as large as its own units say', () => {
  const board = '<svg xmlns="x" viewBox="0 0 200 300" width="100%"><g/></svg>'
  const svg = wayPicture(board, { width: 200, height: 200 }, [[]], [walker('')], '', '', lettering)
  expect(svg).toContain('<svg xmlns="x" viewBox="0 0 200 300" width="200" height="300"><g/></svg>')
})

test('names cannot break the picture', () => {
  const svg = wayPicture('<svg/>', { width: 100, height: 100 }, [[]], [walker('<b>&"')], 'a & b', '', lettering)
  expect(svg).toContain('&#60;b&#62;&#38;&#34;')
  expect(svg).toContain('a &#38; b')
})

test('where everybody has a board of their own, each way is drawn on one', () => {
  const walkers = ['Ana', 'Bo', 'Cy'].map((name) => walker(name))
  const lines = [1, 2, 3].map((x) => [[{ x: 0, y: 0 }, { x, y: 0 }]])
  const size = { width: 100, height: 100 }
  const boardsIn = (svg: string) => svg.split('class="board"').length - 1
  expect(boardsIn(waysApart('<svg class="board"/>', size, lines, walkers, '', '', lettering))).toBe(3)
  expect(boardsIn(wayPicture('<svg class="board"/>', size, lines, walkers, '', '', lettering))).toBe(1)
})

test('walkers are known by their shapes, too', () => {
  const walkers = [walker('Ana'), walker('Bo', { path: 'M0 9Z', colour: 'blue' })]
  for (const picture of [wayPicture, waysApart]) {
    const svg = picture('<svg/>', { width: 100, height: 100 }, [[], []], walkers, '', '', lettering)
    expect(svg).toContain(SHAPES.sail)
    expect(svg).toContain('M0 9Z')
  }
})

test('a picture brings the letters of its titles and names', () => {
  const svg = wayPicture('<svg/>', { width: 100, height: 100 }, [[]], [walker('Ana')], '', '', lettering)
  expect(svg).toContain(`<style>${lettering.faces}</style>`)
  expect(svg).toContain('--serif: Ours')
})

test('a text is cut where its room ends, and says so', () => {
  const widthOf = (text: string) => text.length
  expect(shortened('Badia', 5, widthOf)).toBe('Badia')
  expect(shortened('Badia Polesine', 7, widthOf)).toBe('Badia…')
  expect(shortened('Badia', 0, widthOf)).toBe('…')
})

test('long names do not run into the next one', () => {
  const walkers = ['Ana', 'Bartolomea of the Four Winds', 'Cy', 'Dino'].map((name) => walker(name))
  const svg = wayPicture('<svg/>', { width: 100, height: 100 }, walkers.map(() => []), walkers, '', '', lettering)
  const [, shown] = /<text[^>]*>(Bart[^<]*)</.exec(svg)!
  expect(shown).toMatch(/…$/)
  expect(3.2 * lettering.widthOf(shown!, 400)).toBeLessThanOrEqual(25 - 7)
})
