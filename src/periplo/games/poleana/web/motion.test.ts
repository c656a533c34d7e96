import type { GameEvent } from '$web/board'
import { describe, expect, it } from 'vitest'
import { still, stepsOf } from './motion'
import type { View } from './view'

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
const events = (...events: Omit<GameEvent, 'rule'>[]) => events as GameEvent[]
const last = (view: View, events: GameEvent[]) => stepsOf(view, events).at(-1)!.picture

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
  const capture = events(
    { kind: 'moved', seat: 0, reo: 1, pips: 2, from: '1:0', to: '1:2', path: ['1:0', '1:1', '1:2'] },
    { kind: 'captured', seat: 0, other: 1, reo: 1, from: '1:2', to: 'cell' },
  )

  it('walks square by square and sends the caught one home afterwards', () => {
    const places = stepsOf(view, capture).map(({ picture: { reos } }) => `${reos[0]![0]} ${reos[1]![0]}`)
    expect([...new Set(places)]).toEqual(['1:0 1:2', '1:1 1:2', '1:2 1:2', '1:2 cell'])
  })

  it('spends the die that was used, or both', () => {
    expect(last(view, capture).spent).toEqual([true, false])
    const sum = events({ kind: 'moved', seat: 0, reo: 1, pips: 7, path: ['1:0', '1:1', '1:7'] })
    expect(last(view, sum).spent).toEqual([true, true])
  })

  it('spends no die for an earned walk', () => {
    const bonus: View = { ...view, phase: 'bonus', bonus: 1, left: [5] }
    const walk = events({ kind: 'moved', seat: 0, reo: 1, pips: 10, path: ['1:8', '1:9', '2:10'] })
    expect(last(bonus, walk).spent).toEqual([true, false])
  })

  it('steps through the end of the escape to freedom', () => {
    const happened = events({ kind: 'moved', seat: 0, reo: 2, pips: 7, path: ['4:9', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'out'] })
    const places = stepsOf(view, happened).map(({ picture }) => picture.reos[0]![1])
    expect([...new Set(places)].slice(-3)).toEqual(['e6', 'e7', 'out'])
  })

  it('lets the dice tumble and lie as they were thrown', () => {
    const happened = events({ kind: 'threw', seat: 0, dice: [1, 6] })
    const steps = stepsOf({ ...view, dice: null, left: [], phase: 'throw' }, happened)
    expect(steps.length).toBeGreaterThan(3)
    for (const { picture } of steps) for (const die of picture.dice) expect([1, 2, 3, 4, 5, 6]).toContain(die)
    expect(steps.at(-1)!.picture).toMatchObject({ dice: [1, 6], roll: 0 })
  })

  it('shows which guard takes whom', () => {
    const happened = events({ kind: 'taken', seat: 0, other: 1, reo: 1, guard: '2:3', from: '1:2', to: 'cell' })
    expect(stepsOf(view, happened).map(({ picture }) => picture.guard)).toContain('2:3')
    expect(last(view, happened).reos[1]![0]).toBe('cell')
  })

  it('is nothing where nobody moves', () => {
    expect(stepsOf(view, events({ kind: 'skipped', seat: 0, pips: 10 }))).toEqual([])
  })
})
