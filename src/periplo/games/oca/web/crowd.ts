// Who stands where: pieces that are alike stand as one, and share their square's room with the others.

import type { Point, Position, Square } from './position'

/** People of one flock on one square who are alike; a bearer is alone. */
export interface Group {
  seat: number
  bearer: boolean
  at: number
  held: number
  count: number
}

export interface Standing extends Group, Point {
  radius: number
}

// a few stand side by side; in a crowd people overlap rather than shrink out of sight
const BEARER = { least: 18, most: 27, part: 0.42 }
const STRAY = { least: 16, most: 22, part: 0.4 }

export function groups(position: Position): Group[] {
  const found: Group[] = []
  position.flocks.forEach((flock, seat) => {
    found.push({ seat, bearer: true, at: flock.bearer, held: flock.held, count: 1 })
    for (const { at, held } of flock.strays) {
      const same = found.find((group) => !group.bearer && group.seat === seat && group.at === at && group.held === held)
      if (same) same.count += 1
      else found.push({ seat, bearer: false, at, held, count: 1 })
    }
  })
  return found
}

/** A flock's strays on a square as one, as those of them are who are held the longest. */
function together(all: Group[]): Group[] {
  const found = new Map<string, Group>()
  for (const group of all) {
    const key = `${group.seat} ${group.bearer} ${group.at}`
    const same = found.get(key)
    const longest = same && Math.abs(same.held) > Math.abs(group.held) ? same.held : group.held
    found.set(key, { ...group, held: longest, count: group.count + (same?.count ?? 0) })
  }
  return [...found.values()]
}

/** Every group in its place: bearers first, then strays, in the roomiest grid of their square. */
export function stand(all: Group[], squares: Square[]): Standing[] {
  return squares.flatMap((square) => {
    const here = together(all.filter((group) => group.at === square.at))
      .sort((a, b) => Number(b.bearer) - Number(a.bearer) || a.seat - b.seat)
    const { places, pitch } = spots(square, here.length)
    return here.map((group, n) => ({ ...group, ...places[n]!, radius: radius(group.bearer, pitch) }))
  })
}

export function radius(bearer: boolean, pitch: number): number {
  const { least, most, part } = bearer ? BEARER : STRAY
  return Math.max(least, Math.min(most, part * pitch))
}

function spots({ room, angle }: Square, count: number): { places: Point[]; pitch: number } {
  let inRow = 1
  let pitch = 0
  for (let n = 1; n <= count; n++) {
    const roomy = Math.min(room.length / n, room.depth / Math.ceil(count / n))
    if (roomy > pitch) [inRow, pitch] = [n, roomy]
  }
  const rows = Math.ceil(count / inRow)
  const turn = (angle * Math.PI) / 180
  const places = Array.from({ length: count }, (_, n) => {
    const row = Math.floor(n / inRow)
    const inThisRow = Math.min(inRow, count - row * inRow)
    const along = (((n % inRow) - (inThisRow - 1) / 2) * room.length) / inRow
    const across = ((row - (rows - 1) / 2) * room.depth) / rows
    return {
      x: room.x + along * Math.cos(turn) - across * Math.sin(turn),
      y: room.y + along * Math.sin(turn) + across * Math.cos(turn),
    }
  })
  return { places, pitch }
}

/** Where a way leads through a square: on its inner side, for numbers stand on the outer one and pictures between them. */
export function besidePicture({ x, y, room, label }: Square): Point {
  if (!label) return room
  const [inwardX, inwardY] = [room.x - x, room.y - y]
  const part = (room.depth * 0.42) / Math.hypot(inwardX, inwardY)
  return { x: room.x + inwardX * part, y: room.y + inwardY * part }
}
