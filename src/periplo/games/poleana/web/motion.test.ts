import type { GameEvent } from '$web/board'
import { describe, expect, it } from 'vitest'
import { steps, still as rest } from './motion'
import type { Barrier, View } from './view'

const view: View = {
  phase: 'move',
  turn: 0,
  dice: [2, 5],
  left: [2, 5],
  again: false,
  bonus: 0,
  winner: null,
  seats: [
    { side: 1, reos: ['1:0', '4:9', 'out', 'out'] },
    { side: 3, reos: ['1:2', 'cell', 'cell', 'cell'] },
  ],
  guards: ['2:0', '2:3'],
}
const logged = (...events: Omit<GameEvent, 'rule'>[]) => events as GameEvent[]
const shown = (view: View, barriers: Barrier[] = []) => ({ view, derived: { barriers } })
const still = (view: View) => rest(shown(view))
const play = (view: View, events: GameEvent[]) => steps(shown(view), events, shown(view), 'e7')
const last = (view: View, events: GameEvent[]) => play(view, events).at(-1)!.picture

describe('what a position looks like', () => {
  it('shows which dice are spent', () => {
    expect(still(view).spent).toEqual([false, false])
    expect(still({ ...view, left: [5] }).spent).toEqual([true, false])
    expect(still({ ...view, dice: [4, 4], left: [4] }).spent).toEqual([false, true])
  })

  it('shows blank dice before the throw', () => {
    expect(still({ ...view, dice: null, left: [] })).toMatchObject({ dice: [0, 0], spent: [false, false] })
  })
})

describe('what leads to the next position', () => {
  const capture = logged(
    { kind: 'moved', seat: 0, piece: 1, path: ['1:0', '1:1', '1:2'], left: [5] },
    { kind: 'captured', seat: 0, owner: 1, piece: 1, path: ['1:2', 'cell'] },
  )

  it('walks square by square and sends the caught one home afterwards', () => {
    const places = play(view, capture).map(({ picture: { reos } }) => `${reos[0]![0]} ${reos[1]![0]}`)
    expect([...new Set(places)]).toEqual(['1:0 1:2', '1:1 1:2', '1:2 1:2', '1:2 cell'])
  })

  it('spends the dice that the event says are not left', () => {
    expect(last(view, capture).spent).toEqual([true, false])
    const sum = logged({ kind: 'moved', seat: 0, piece: 1, path: ['1:0', '1:1', '1:7'], left: [] })
    expect(last(view, sum).spent).toEqual([true, true])
    expect(last(view, logged({ kind: 'passed', seat: 0, left: [] })).spent).toEqual([true, true])
  })

  it('shows the barriers that stay, and at rest those that stand', () => {
    const [kept, opened, made] = ['2:1', '2:2', '2:3'].map((at) => ({ seat: 1, at })) as [Barrier, Barrier, Barrier]
    const [before, after] = [shown(view, [kept, opened]), shown(view, [made, { ...kept }])]
    const pictures = steps(before, capture, after, 'e7').map(({ picture }) => picture)
    for (const { barriers } of pictures) expect(barriers).toEqual([kept])
    expect(rest(after).barriers).toEqual([made, kept])
  })

  it('steps through the end of the escape to freedom', () => {
    const path = ['4:9', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'out']
    const places = play(view, logged({ kind: 'moved', seat: 0, piece: 2, path, left: [] }))
    expect([...new Set(places.map(({ picture }) => picture.reos[0]![1]))].slice(-3)).toEqual(['e6', 'e7', 'out'])
  })

  it('releases two one after the other', () => {
    const out = (piece: number) => ({ kind: 'released', seat: 1, piece, path: ['cell', '3:0'], left: [] })
    const places = play(view, logged(out(2), out(3))).map(({ picture }) => picture.reos[1]!.slice(1, 3).join())
    expect([...new Set(places)]).toEqual(['cell,cell', '3:0,cell', '3:0,3:0'])
  })

  it('lets the dice tumble and lie as they were thrown', () => {
    const found = play({ ...view, dice: null, left: [], phase: 'throw' }, logged({ kind: 'threw', seat: 0, dice: [1, 6] }))
    expect(found.length).toBeGreaterThan(3)
    for (const { picture } of found) for (const die of picture.dice) expect([1, 2, 3, 4, 5, 6]).toContain(die)
    expect(found.at(-1)!.picture).toMatchObject({ dice: [1, 6], roll: 0 })
  })

  it('shows which guard takes whom', () => {
    const taken = logged({ kind: 'taken', seat: 0, owner: 1, piece: 1, guard: '2:3', path: ['1:2', 'cell'] })
    expect(play(view, taken).map(({ picture }) => picture.guard)).toContain('2:3')
    expect(last(view, taken).reos[1]![0]).toBe('cell')
  })

  it('is nothing where nobody moves', () => {
    expect(play(view, logged({ kind: 'skipped', seat: 0 }, { kind: 'freed', seat: 0, reo: 1 }))).toEqual([])
  })
})
