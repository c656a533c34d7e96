import type { GameEvent } from '$web/board'
import { expect, test } from 'vitest'
import { type Layout, type Link, type Point, towards, type View } from './picture'
import { ease, rotationAt, scenesOf as stepsOf } from './scenes'

const spots = (at: Point) => [0, 1, 2, 3, 4, 5].map((slot) => towards(at, 60 * slot + 30, 33))
const layout = {
  wheels: ['a1', 'a2', 'a3'].map((name, n) => ({ name, x: 100 * n, y: 0, spots: spots({ x: 100 * n, y: 0 }) })),
} as Layout

const view: View = {
  phase: 'turn',
  turn: 0,
  die: 3,
  left: 3,
  radius: 2,
  wheels: [0, 5, 2],
  before: [0, 5, 2],
  marks: { 'a1.a2.b2': 4 },
  counted: [],
  struck: [],
  winner: null,
  seats: [
    { corner: 0, at: 'a1', advances: 0 },
    { corner: 3, at: 'a2', advances: 2 },
  ],
}

const shown = (view: View, links: Link[] = []) => ({ view, derived: { links, ways: [], threats: [], spins_away: [], full: [], sieges: [] } })
const scenesOf = (layout: Layout, view: View, events: GameEvent[]) =>
  stepsOf(layout, shown(view), events, shown(view)).map(({ picture }) => picture)
const event = (kind: string, more: object): GameEvent => ({ rule: '', kind, ...more })

test('a spin turns its wheel the way it was spun, and what it broke goes at once', () => {
  const [scene, ...more] = scenesOf(layout, view, [
    event('spun', {
      seat: 0, wheel: 'a2', way: 'counterclockwise', from: 5, to: 0, changes: { wheels: { 1: 0 }, left: 2 },
    }),
    event('carried', { seat: 1, wheel: 'a2', from: 2, to: 3, piece: 1, path: [2, 3] }),
    event('unmarked', { seat: 0, gap: 'a1.a2.b2', colour: 4, changes: { marks: { 'a1.a2.b2': null } } }),
  ])
  expect(more).toEqual([])
  expect(scene!.view).toEqual({ ...view, wheels: [0, 0, 2], left: 2, marks: {} })
  expect(rotationAt(scene!, 0, 1)).toBe(5)
  expect(rotationAt(scene!, 0.5, 1)).toBe(5.5)
  expect(rotationAt(scene!, 1, 1)).toBe(6)
  expect(rotationAt(scene!, 0.5, 2)).toBe(2)
  expect(rotationAt(scene!, 0.5, 3)).toBeUndefined()
})

test('links of a wheel that turns are gone until it stands, the others stay', () => {
  const link = (colour: number, ...wheels: [number, number]): Link => ({ wheels, slots: [0, 2], colour })
  const [stays, goes, comes] = [link(0, 0, 2), link(1, 0, 1), link(2, 1, 2)]
  const spin = (wheel: string) => event('spun', { seat: 0, wheel, way: 'clockwise', from: 1, to: 0 })
  const glow = event('formed', { seat: 0, gap: 'a1.a2.b2', colour: 1 })
  const links = (before: Link[], events: GameEvent[], end: Link[]) =>
    stepsOf(layout, shown(view, before), events, shown(view, end)).map(({ picture }) => picture.links)
  expect(links([stays, goes], [spin('a2'), glow], [stays, comes])).toEqual([[stays], [stays, comes]])
  expect(links([stays, goes], [spin('a3'), spin('a2')], [comes])).toEqual([[goes], []])
})

test('a clockwise spin turns back', () => {
  const [scene] = scenesOf(layout, view, [
    event('spun', { seat: 0, wheel: 'a1', way: 'clockwise', from: 0, to: 5, changes: { wheels: { 0: 5 } } }),
  ])
  expect(rotationAt(scene!, 1, 0)).toBe(-1)
})

test('a triangle glows with its mark and the advance it gave', () => {
  const [scene, ...more] = scenesOf(layout, view, [
    event('formed', {
      seat: 0, gap: 'a2.a3.b3', colour: 1, changes: { marks: { 'a2.a3.b3': 1 }, counted: { 0: ['a2.a3.b3', 1] } },
    }),
    event('gained', { seat: 0, advances: 1, changes: { seats: { 0: { advances: 1 } } } }),
  ])
  expect(more).toEqual([])
  expect(scene!.motion).toEqual({ kind: 'glow', gap: 'a2.a3.b3' })
  expect(scene!.view.marks).toEqual({ 'a1.a2.b2': 4, 'a2.a3.b3': 1 })
  expect(scene!.view.counted).toEqual([['a2.a3.b3', 1]])
  expect(scene!.view.seats[0]!.advances).toBe(1)
})

test('a surrounded rival is struck, has what is left to it and flies home', () => {
  const [strike, flight] = scenesOf(layout, view, [
    event('surrounded', {
      seat: 0, other: 1, at: 'a2', loses: 2, changes: { seats: { 1: { advances: 0 } }, struck: [1] },
    }),
    event('sent_back', { seat: 1, piece: 1, path: ['a2', 'a3'], changes: { seats: { 1: { at: 'a3' } } } }),
  ])
  expect(strike!.motion).toEqual({ kind: 'strike', wheel: 1 })
  expect(strike!.view.struck).toEqual([1])
  expect(strike!.view.seats[1]).toEqual({ corner: 3, at: 'a2', advances: 0 })
  expect(flight!.view.seats[1]!.at).toBe('a3')
  expect(flight!.motion).toMatchObject({ kind: 'walk', seat: 1 })
})

test('a piece that crosses walks from its spot to the next', () => {
  const changes = { seats: { 1: { at: 'a3', advances: 1 } } }
  const [scene] = scenesOf(layout, view, [event('crossed', { seat: 1, piece: 1, path: ['a2', 'a3'], changes })])
  expect(scene!.view.seats[1]).toEqual({ corner: 3, at: 'a3', advances: 1 })
  // a piece of colour 3 on a wheel turned by 5 is in slot 2, on one turned by 2 in slot 5
  const { from, to } = scene!.motion as { from: Point; to: Point }
  expect(from.x).toBeCloseTo(layout.wheels[1]!.spots[2]!.x)
  expect(from.y).toBeCloseTo(layout.wheels[1]!.spots[2]!.y)
  expect(to.x).toBeCloseTo(layout.wheels[2]!.spots[5]!.x)
  expect(to.y).toBeCloseTo(layout.wheels[2]!.spots[5]!.y)
})

test('a throw rolls the die, and wheels are set one after another', () => {
  const changes = { phase: 'turn', die: 6, left: 6 }
  const [thrown] = scenesOf(layout, { ...view, phase: 'die', die: 0, left: 0 }, [event('threw', { seat: 0, die: 6, changes })])
  expect(thrown!.motion).toEqual({ kind: 'throw' })
  expect(thrown!.view).toMatchObject({ phase: 'turn', die: 6, left: 6 })
  const unset: View = { ...view, phase: 'wheels', wheels: [1], before: [1] }
  const set = scenesOf(layout, unset, [
    event('set', { wheel: 'a2', to: 4, changes: { wheels: { 1: 4 }, before: { 1: 4 } } }),
    event('set', { wheel: 'a3', to: 0, changes: { wheels: { 2: 0 }, before: { 2: 0 } } }),
  ])
  expect(set.map((scene) => scene.view.wheels)).toEqual([
    [1, 4],
    [1, 4, 0],
  ])
  expect(rotationAt(set[0]!, 1, 1)).toBe(4)
})

test('a turn passes on when what moved in it stands still', () => {
  const [crossing, thrown] = scenesOf(layout, view, [
    event('crossed', { seat: 0, piece: 1, path: ['a1', 'a3'], changes: { seats: { 0: { at: 'a3' } } } }),
    event('ended', { seat: 0, changes: { turn: 1, phase: 'die', die: 0 } }),
    event('threw', { seat: 1, die: 2, changes: { phase: 'turn', die: 2 } }),
  ])
  expect(crossing!.view).toMatchObject({ turn: 0, phase: 'turn', die: 3 })
  expect(thrown!.view).toMatchObject({ turn: 1, phase: 'turn', die: 2 })
})

test('the position before is left as it was, and what nothing moves for makes no scene', () => {
  const before = structuredClone(view)
  expect(scenesOf(layout, view, [event('ended', { seat: 0, left: 3 }), event('unmarked', { gap: 'a1.a2.b2' })])).toEqual([])
  expect(view).toEqual(before)
})

test('motion starts and ends where it should', () => {
  expect([0, 0.5, 1].map(ease)).toEqual([0, 0.5, 1])
})
