import { expect, test } from 'vitest'
import { angleTo, around, cellOf, clearOf, colourAt, draggedBy, frameOf, type Layout, spotOf, towards, triangleOf, turnedBy } from './picture'

/** Seven wheels: one in the middle, b2, and one in each direction. */
const PITCH = 100
const middle = { x: 500, y: 400 }
const places = [towards(middle, 120, PITCH), towards(middle, 60, PITCH), towards(middle, 180, PITCH), middle]
  .concat([0, 240, 300].map((degrees) => towards(middle, degrees, PITCH)))
const layout: Layout = {
  width: 1000,
  height: 1000,
  pitch: PITCH,
  wheel_radius: 48,
  dial_radius: 46,
  dial_most: 6,
  dial_numbers: [],
  wheels: ['a1', 'a2', 'b1', 'b2', 'b3', 'c1', 'c2'].map((name, n) => ({
    name,
    ...places[n]!,
    spots: [0, 1, 2, 3, 4, 5].map((slot) => towards(places[n]!, 60 * slot + 30, 33)),
  })),
  gaps: [],
  colours: [],
  corners: [
    { wheel: 'b3', start_of: 0, goal_of: null, dial: { x: 702, y: 400 }, flag: { x: 640, y: 330 } },
    { wheel: 'b1', start_of: null, goal_of: 0, dial: { x: 298, y: 400 }, flag: { x: 360, y: 230 } },
  ],
}

test('a wheel turned by one wedge shows in a slot what the slot before showed', () => {
  expect([0, 1, 2, 3, 4, 5].map((slot) => colourAt(1, slot))).toEqual([5, 0, 1, 2, 3, 4])
})

test('a turn is counted the short way round', () => {
  expect([0, 1, 2, 3, 4, 5].map((now) => turnedBy(0, now))).toEqual([0, 1, 2, 3, -2, -1])
  expect(turnedBy(5, 0)).toBe(1)
})

test('a piece goes round with its wheel, from one spot to the next', () => {
  const spots = layout.wheels[3]!.spots
  expect(spotOf(layout, 3, 2, 0)).toEqual(spots[2])
  const half = spotOf(layout, 3, 2, 0.5)
  expect(half).toEqual(towards(middle, 180, 33))
  const on = spotOf(layout, 3, 2, 1)
  expect(on.x).toBeCloseTo(spots[3]!.x)
  expect(on.y).toBeCloseTo(spots[3]!.y)
})

test('the frame holds the wheels and the flags that fly, and the dials in use where they are drawn', () => {
  const small = frameOf(layout, false)
  for (const { x, y } of layout.wheels) {
    expect(x - 48).toBeGreaterThan(small.x)
    expect(x + 48).toBeLessThan(small.x + small.width)
    expect(y - 48).toBeGreaterThan(small.y)
    expect(y + 48).toBeLessThan(small.y + small.height)
  }
  expect(small.x).toBeCloseTo(400 - 70)
  expect(small.y).toBeCloseTo(230 - 30)
  expect(small.x + small.width).toBeCloseTo(600 + 70)
  const whole = frameOf(layout, true)
  expect(whole.x).toBeCloseTo(small.x)
  expect(whole.x + whole.width).toBeCloseTo(702 + 55)
})

test('what would lie on a piece is moved aside, away from the nearest one', () => {
  const pieces = [{ x: 10, y: 0 }, { x: 0, y: 90 }]
  expect(clearOf({ x: 0, y: 0 }, pieces, 5)).toEqual({ x: 0, y: 0 })
  const moved = clearOf({ x: 0, y: 0 }, pieces, 40)
  expect(moved.x).toBeCloseTo(-30)
  expect(moved.y).toBeCloseTo(0)
})

test('the cells of two neighbours share an edge', () => {
  const corners = (wheel: number) => cellOf(layout, wheel).split(' ')
  expect(corners(3).filter((corner) => corners(4).includes(corner))).toHaveLength(2)
})

test('around a wheel are those that touch it', () => {
  expect([...around(layout, 3)]).toHaveLength(layout.wheels.length)
  expect([...around(layout, 0)].map((n) => layout.wheels[n]!.name)).toEqual(['a1', 'a2', 'b1', 'b2'])
})

test('a triangle points at the three wheels that make it', () => {
  const at = { x: 500, y: 400 - PITCH / Math.sqrt(3) }
  const points = triangleOf(layout, { ...at, name: 'a1.a2.b2', wheels: [0, 1, 3], slots: [5, 3, 1] }, 20)
  const corners = points.split(' ').map((point) => point.split(',').map(Number) as [number, number])
  for (const [x, y] of corners) expect(Math.hypot(x - at.x, y - at.y)).toBeCloseTo(20, 0)
  const [left, right, below] = corners
  expect(left![0]).toBeLessThan(at.x)
  expect(right![0]).toBeGreaterThan(at.x)
  expect(below![1]).toBeGreaterThan(at.y)
})

test('a drag turns a wheel with the finger, by one wedge at most', () => {
  expect(draggedBy(10, 40)).toBeCloseTo(0.5)
  expect(draggedBy(10, -20)).toBeCloseTo(-0.5)
  expect(draggedBy(-170, 170)).toBeCloseTo(-1 / 3)
  expect(draggedBy(0, 170)).toBe(1)
  expect(draggedBy(0, -170)).toBe(-1)
})

test('an angle is counted counter-clockwise from the right', () => {
  const from = { x: 0, y: 0 }
  expect([{ x: 1, y: 0 }, { x: 0, y: -1 }, { x: -1, y: 0 }, { x: 0, y: 1 }].map((to) => angleTo(from, to))).toEqual([0, 90, 180, -90])
})
