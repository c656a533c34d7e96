import { expect, test } from 'vitest'
import { besidePicture, groups, stand } from './crowd'
import { motion } from './motion'
import { pose, type Scene } from './pose'
import type { Flock, Position, Square } from './position'

const squares: Square[] = Array.from({ length: 64 }, (_, at) => ({
  at,
  kind: 'plain',
  points: [],
  angle: 0,
  x: 100 * at,
  y: 0,
  room: { x: 100 * at, y: 0, length: 88, depth: 64 },
  label: null,
}))

function flock(bearer: number, strays: number[] = []): Flock {
  const pieces = strays.map((at) => ({ at, held: 0 }))
  return { square: 60, bearer, held: 0, strays: pieces, home: 5, eggs: 0, throws: 0, spent: false }
}

function position(...flocks: Flock[]): Position {
  return { race: 1, turn: 0, phase: 'throw', dice: null, owed: 0, winner: null, flocks }
}

const standing = (of: Position) => stand(groups(of), squares)

test('people of a flock who are alike stand as one', () => {
  const there = groups(position(flock(3, [9, 9, 3]), flock(9)))
  expect(there).toEqual([
    { seat: 0, bearer: true, at: 3, held: 0, count: 1 },
    { seat: 0, bearer: false, at: 9, held: 0, count: 2 },
    { seat: 0, bearer: false, at: 3, held: 0, count: 1 },
    { seat: 1, bearer: true, at: 9, held: 0, count: 1 },
  ])
})

test('whoever is alone stands in the middle', () => {
  expect(standing(position(flock(3)))).toMatchObject([{ x: 300, y: 0 }])
})

test('a crowd keeps inside its square, and no two stand in the same place', () => {
  const crowd = standing(position(...Array.from({ length: 10 }, () => flock(5, [5]))))
  expect(new Set(crowd.map(({ x, y }) => `${x} ${y}`)).size).toBe(20)
  for (const { x, y } of crowd) {
    expect(Math.abs(x - 500)).toBeLessThan(44)
    expect(Math.abs(y)).toBeLessThan(32)
  }
})

test('the strays of a flock stand as one, however long each of them is held', () => {
  const held = (at: number, ...each: number[]) => each.map((one) => ({ at, held: one }))
  const mixed = position({ ...flock(3), strays: held(9, 2, 1, 1) }, { ...flock(9), strays: held(9, 0) })
  const here = standing(mixed).filter(({ at }) => at === 9)
  expect(here.map(({ seat, bearer, count, held }) => [seat, bearer, count, held])).toEqual([
    [1, true, 1, 0],
    [0, false, 3, 2],
    [1, false, 1, 0],
  ])
})

test('a walk begins and ends where its people stand among the others', () => {
  const before = position(flock(3), flock(3))
  const after = position(flock(5), flock(3))
  const events = [{ rule: '', kind: 'walked', seat: 0, piece: 'bearer', path: [3, 4, 5] }]
  const scene: Scene = { squares, before: standing(before), after: standing(after), home: [] }
  const moved = motion(before, events)
  const where = (clock: number) => pose(moved.movers[0]!, clock, scene)
  const begun = scene.before.find(({ seat }) => seat === 0)!
  expect(where(0)).toMatchObject({ x: begun.x, y: begun.y, radius: begun.radius })
  expect(where(moved.length / 2)).toMatchObject({ x: 400, y: 0 })
  expect(where(moved.length)).toMatchObject({ x: 500, y: 0 })
})

test('who is called comes out of the home, in a bow', () => {
  const [before, after] = [position(flock(3)), position(flock(3, [1]))]
  const scene: Scene = { squares, before: standing(before), after: standing(after), home: [{ x: 900, y: 500 }] }
  const moved = motion(before, [{ rule: '', kind: 'called', seat: 0, piece: 'stray', stray: 0, path: ['home', 1] }])
  const where = (clock: number) => pose(moved.movers[0]!, clock, scene)
  expect(where(0)).toMatchObject({ x: 900, y: 500, shown: 0 })
  expect(where(moved.length / 2).y).toBeLessThan(250)
  expect(where(moved.length)).toMatchObject({ x: 100, y: 0, shown: 1 })
})

const HALO = 14 / 12 // of a piece, as its shape is drawn

test.each([
  ['two bearers', position(flock(9), flock(9))],
  ['a bearer and the strays of another flock', position(flock(9), flock(4, [9, 9]))],
  ['the strays of two flocks', position(flock(4, [9, 9]), flock(5, [9]))],
])('on one square, %s do not cover each other', (_, of) => {
  const [one, other] = standing(of).filter(({ at }) => at === 9)
  expect(Math.hypot(one!.x - other!.x, one!.y - other!.y)).toBeGreaterThanOrEqual((one!.radius + other!.radius) * HALO)
})

test('a way leads past the pictures, on the side away from the numbers', () => {
  const square = { ...squares[9]!, y: -10, label: { x: 900, y: -50 } }
  const { x, y } = besidePicture(square)
  expect(x).toBe(900)
  expect(y, 'below where pieces stand, and still on the square').toBeGreaterThan(20)
  expect(y).toBeLessThan(32)
  expect(besidePicture(squares[0]!), 'where no number is, through the middle').toBe(squares[0]!.room)
})
