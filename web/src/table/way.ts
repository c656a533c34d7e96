// A finished game as a picture: the bare board with everybody's way over it, as a file that needs nothing else.
import type { Snapshot, WayDrawing } from '../board'
import { moveOf } from '../boards/player'
import { isOfPieces, type Sign, SHAPES } from '../marks'

export interface Walker {
  name: string
  sign: Sign
  /** Of the sign and of the way, and what is drawn on it: as a picture without style sheets knows them. */
  colour: string
  ink: string
}

/** The letters of titles and names: what the page's fonts are does not reach a picture. */
export interface Lettering {
  /** Names of fonts, as style sheets list them. */
  family: string
  /** Rules of a style sheet that bring them. */
  faces: string
  /** How wide a text is, as a part of the size of its letters. */
  widthOf: (text: string, weight: number) => number
}

type Point = { x: number; y: number }

/** The lines of each seat, each a list of points: as long as one piece goes on from where it stopped, it is one line. */
export function linesOf(snapshots: Snapshot[], seats: number, way: WayDrawing, layout: unknown): Point[][][] {
  const lines: Point[][][] = Array.from({ length: seats }, () => [])
  const open = new Map<string, { line: Point[]; at: number | string }>()
  for (const { entries, view } of snapshots) {
    for (const move of entries.flatMap((entry) => entry.events).flatMap((event) => moveOf(event) ?? [])) {
      const points = move.path.map((place) => way.spot(layout, view, move.seat, place, move.piece))
      if (points.every((point) => point === null)) continue // it was moved where it stands, or off the board
      const key = `${move.seat} ${move.piece}`
      const before = open.get(key)
      let line = before !== undefined && before.at === move.path[0] ? before.line : null
      for (const point of line === null ? points : points.slice(1)) {
        if (point === null) line = null
        else if (line !== null) line.push(point)
        else lines[move.seat]!.push((line = [point]))
      }
      if (line === null) open.delete(key)
      else open.set(key, { line, at: move.path.at(-1)! })
    }
  }
  return lines.map((each) => each.filter((line) => line.length > 1))
}

const A_ROW = 4 // of names

/** A drawing as a part of another, as large as its own units say, wherever it is put. */
function inItsOwnSize(svg: string): string {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  const bare = svg.slice(svg.indexOf('<svg'))
  if (width === undefined) return bare
  return bare.replace(/^<svg([^>]*)>/, (_, attributes: string) => `<svg${attributes.replace(/\s(width|height)="[^"]*"/g, '')} width="${width}" height="${height}">`)
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const ELLIPSIS = '…'

/** As much of a text as there is room for. */
export function shortened(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text
  const letters = [...text]
  while (letters.length > 0 && widthOf(letters.join('') + ELLIPSIS) > room) letters.pop()
  return letters.join('').trimEnd() + ELLIPSIS
}

/** One line of text that ends where its room does. */
function drawText(text: string, { x, y }: Point, size: number, room: number, { widthOf }: Lettering, weight = 400): string {
  const shown = shortened(text, room / size, (part) => widthOf(part, weight))
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}">${escape(shown)}</text>`
}

const COLUMNS = 2 // of boards, where everybody has their own
const TEXT = 'style="font-family: var(--serif)" fill="#1c2b3a"'

interface Size {
  width: number
  height: number
}

/** The sign of a walker, as far from its middle. */
function drawSign({ sign, colour, ink }: Walker, { x, y }: Point, far: number): string {
  const at = (size: number) => `transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(far / size).toFixed(4)})"`
  if (isOfPieces(sign)) return `<path d="${sign.path}" ${at(14)} fill="${colour}" stroke="#fff" stroke-width="2" stroke-linejoin="round" paint-order="stroke"/>`
  return `<g ${at(20)}><circle r="19" fill="${colour}" stroke="#fff" stroke-width="2"/><path d="${SHAPES[sign.shape]}" fill="${ink}" transform="translate(-12 -12)"/></g>`
}

/** A way in its colour, with the walker's sign at its end; `wide` is how wide, in units. */
function drawWay(lines: Point[][], walker: Walker, shift: number, unit: number, wide: number): string {
  const d = lines.map((line) => `M${line.map(({ x, y }) => `${(x + shift).toFixed(1)} ${(y + shift).toFixed(1)}`).join('L')}`).join('')
  if (d === '') return ''
  const end = lines.reduce((most, line) => (line.length > most.length ? line : most)).at(-1)!
  const path = `<path d="${d}" fill="none" stroke="${walker.colour}" stroke-width="${wide * unit}" stroke-linecap="round" stroke-linejoin="round"/>`
  const casing = `<path d="${d}" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="${(wide + 0.5) * unit}" stroke-linejoin="round"/>`
  return casing + path + drawSign(walker, { x: end.x + shift, y: end.y + shift }, (wide + 1.4) * unit)
}

function drawBoard(background: string, { width, height }: Size, ways: string): string {
  return `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inItsOwnSize(background)}</svg>${ways}`
}

/** Titles of so many units above, and what is drawn below them. */
function drawSheet({ width, height }: Size, unit: number, title: string, subtitle: string, lettering: Lettering, drawn: string): string {
  const above = 13 * unit
  const room = width - 4 * unit
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + above}" width="${width}" height="${height + above}" style="--serif: ${escape(lettering.family)}">`,
    `<style>${lettering.faces}</style>`,
    `<rect width="100%" height="100%" fill="#f1e7d0"/>`,
    `<g ${TEXT}>${drawText(title, { x: 2 * unit, y: 5.5 * unit }, 5 * unit, room, lettering, 700)}`,
    `${drawText(subtitle, { x: 2 * unit, y: 10.5 * unit }, 3.2 * unit, room, lettering)}</g>`,
    `<g transform="translate(0 ${above})">${drawn}</g>`,
    '</svg>',
  ].join('\n')
}

const unitOf = ({ width, height }: Size) => Math.min(width, height) / 100

/** `background` is the bare board as SVG; `title` and `subtitle` stand above it, the names below. */
export function wayPicture(background: string, size: Size, lines: Point[][][], walkers: Walker[], title: string, subtitle: string, lettering: Lettering): string {
  const unit = unitOf(size)
  const row = 5 * unit
  const apart = 0.7 * unit // so that ways along the same squares lie side by side
  const ways = lines.map((each, seat) => drawWay(each, walkers[seat]!, (seat - (lines.length - 1) / 2) * apart, unit, 0.6))
  const share = size.width / Math.min(A_ROW, Math.max(1, walkers.length))
  const names = walkers.map((walker, seat) => {
    const [x, y] = [share * (seat % A_ROW) + 2 * unit, row * Math.floor(seat / A_ROW)]
    const called = drawText(walker.name, { x: x + 3.5 * unit, y: y + 1.2 * unit }, 3.2 * unit, share - 7 * unit, lettering)
    return drawSign(walker, { x: x + unit, y }, 2 * unit) + called
  })
  const below = row * Math.ceil(walkers.length / A_ROW) + 3 * unit
  const named = `<g ${TEXT} transform="translate(0 ${size.height + 4 * unit})">${names.join('')}</g>`
  const sheet = { width: size.width, height: size.height + below }
  return drawSheet(sheet, unit, title, subtitle, lettering, drawBoard(background, size, ways.join('')) + named)
}

/** The same where everybody has a board of their own: side by side, each under its walker's name. */
export function waysApart(background: string, size: Size, lines: Point[][][], walkers: Walker[], title: string, subtitle: string, lettering: Lettering): string {
  const unit = unitOf(size)
  const head = 10 * unit
  const columns = Math.min(COLUMNS, walkers.length)
  const [wide, high] = [size.width + 4 * unit, size.height + head + 4 * unit]
  const boards = walkers.map((walker, seat) => {
    const sign = drawSign(walker, { x: 5 * unit, y: 4.5 * unit }, 3.5 * unit)
    const called = `${sign}<g ${TEXT}>${drawText(walker.name, { x: 10 * unit, y: 6.5 * unit }, 6 * unit, size.width - 12 * unit, lettering)}</g>`
    const board = drawBoard(background, size, drawWay(lines[seat]!, walker, 0, unit, 2.2))
    const [x, y] = [wide * (seat % columns) + 2 * unit, high * Math.floor(seat / columns)]
    return `<g transform="translate(${x} ${y})">${called}<g transform="translate(0 ${head})">${board}</g></g>`
  })
  const sheet = { width: wide * columns, height: high * Math.ceil(walkers.length / columns) }
  return drawSheet(sheet, unit * columns, title, subtitle, lettering, boards.join(''))
}

export const asAddress = (svg: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

/** The picture as PNG, so wide. */
export async function asPng(svg: string, wide: number): Promise<Blob> {
  const image = new Image()
  image.src = asAddress(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = wide
  canvas.height = Math.round((wide * image.naturalHeight) / image.naturalWidth)
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'))
}
