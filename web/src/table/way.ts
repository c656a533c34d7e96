// A finished game as a picture: the bare board with everybody's way over it, as a file that needs nothing else.
import type { Snapshot, WayDrawing } from '../board'
import { moveOf } from '../boards/player'

export interface Walker {
  name: string
  colour: string
}

type Point = { x: number; y: number }

/** The lines of each seat, each a list of points: as long as one piece goes on from where it stopped, it is one line. */
export function linesOf(snapshots: Snapshot[], seats: number, way: WayDrawing, layout: unknown): Point[][][] {
  const lines: Point[][][] = Array.from({ length: seats }, () => [])
  const open = new Map<string, { line: Point[]; at: number | string }>()
  for (const { entries, view } of snapshots) {
    for (const move of entries.flatMap((entry) => entry.events).flatMap((event) => moveOf(event) ?? [])) {
      const key = `${move.seat} ${move.piece}`
      const before = open.get(key)
      let line = before !== undefined && before.at === move.path[0] ? before.line : null
      for (const place of line === null ? move.path : move.path.slice(1)) {
        const point = way.spot(layout, view, move.seat, place)
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

/** `background` is the bare board as SVG; `title` and `subtitle` stand above it, the names below. */
export function wayPicture(
  background: string,
  { width, height }: { width: number; height: number },
  lines: Point[][][],
  walkers: Walker[],
  title: string,
  subtitle: string,
  serif: string,
): string {
  const unit = Math.min(width, height) / 100
  const row = 5 * unit
  const [above, below] = [13 * unit, row * Math.ceil(walkers.length / A_ROW) + 3 * unit]
  const apart = 0.7 * unit // so that ways along the same squares lie side by side
  const drawn = lines.map((each, seat) => {
    const shift = (seat - (lines.length - 1) / 2) * apart
    const d = each.map((line) => `M${line.map(({ x, y }) => `${(x + shift).toFixed(1)} ${(y + shift).toFixed(1)}`).join('L')}`).join('')
    const longest = each.reduce<Point[]>((most, line) => (line.length > most.length ? line : most), [])
    const end = longest.at(-1)
    const path = `<path d="${d}" fill="none" stroke="${walkers[seat]!.colour}" stroke-width="${0.6 * unit}" stroke-linecap="round" stroke-linejoin="round"/>`
    const casing = `<path d="${d}" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="${1.1 * unit}" stroke-linejoin="round"/>`
    const mark = end ? `<circle cx="${end.x + shift}" cy="${end.y + shift}" r="${1.6 * unit}" fill="${walkers[seat]!.colour}" stroke="#fff" stroke-width="${0.4 * unit}"/>` : ''
    return d === '' ? '' : casing + path + mark
  })
  const share = width / Math.min(A_ROW, Math.max(1, walkers.length))
  const names = walkers.map(({ name, colour }, seat) => {
    const [x, y] = [share * (seat % A_ROW) + 2 * unit, row * Math.floor(seat / A_ROW)]
    return `<circle cx="${x + unit}" cy="${y}" r="${1.4 * unit}" fill="${colour}"/><text x="${x + 3.5 * unit}" y="${y + 1.2 * unit}" font-size="${3.2 * unit}">${escape(name)}</text>`
  })
  const text = 'style="font-family: var(--serif)" fill="#1c2b3a"'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + above + below}" width="${width}" height="${height + above + below}" style="--serif: ${escape(serif)}">`,
    `<rect width="100%" height="100%" fill="#f1e7d0"/>`,
    `<g ${text}><text x="${2 * unit}" y="${5.5 * unit}" font-size="${5 * unit}" font-weight="700">${escape(title)}</text>`,
    `<text x="${2 * unit}" y="${10.5 * unit}" font-size="${3.2 * unit}">${escape(subtitle)}</text></g>`,
    `<svg y="${above}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inItsOwnSize(background)}</svg>`,
    `<g transform="translate(0 ${above})">${drawn.join('')}</g>`,
    `<g ${text} transform="translate(0 ${above + height + 4 * unit})">${names.join('')}</g>`,
    '</svg>',
  ].join('\n')
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
