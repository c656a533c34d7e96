import { describe, expect, test } from 'vitest'
import { lastRound, lineBefore, markUsed, newlyHalved, numbered, stepsTo, worth, type Cell, type Derived, type View } from './position'

describe('a card', () => {
  test('ticks what is no longer left', () => {
    expect(markUsed('RBAP', 'BP')).toEqual([['R', true], ['B', false], ['A', true], ['P', false]])
  })
  test('ticks one of two equal squares', () => {
    expect(markUsed('RGBYR', 'RG').filter(([colour]) => colour === 'R')).toEqual([['R', true], ['R', false]])
  })
})

describe('a number', () => {
  const counts = (now: Record<string, number>, scored: Record<string, number>, halved: number[]) =>
    worth({ worth: now, seats: [{ halved }] } as unknown as Derived, { seats: [{ scored }] } as unknown as View, 0, 7)
  test('is worth what the server says until the seat has it', () => {
    expect(counts({ 7: 4 }, {}, [7])).toEqual({ points: 4, won: false, half: true })
    expect(counts({ 7: 7 }, {}, [9])).toEqual({ points: 7, won: false, half: false })
  })
  test('keeps what it brought', () => {
    expect(counts({ 7: 4 }, { 7: 7 }, [])).toEqual({ points: 7, won: true, half: false })
    expect(counts({}, { 7: 4 }, [7])).toEqual({ points: 4, won: true, half: true })
  })
  test('brings nothing any more when the game is over', () => {
    expect(counts({}, {}, [])).toBeNull()
  })
})

test('numbered cells come in the order of their numbers', () => {
  const cell = (name: string, number: number | null): Cell => ({ cell: name, colour: 'R', number, touching: [], x: 0, y: 0 })
  const cells = [cell('a1', 10), cell('a2', null), cell('c3', 3)]
  expect(numbered(cells).map(({ cell }) => cell)).toEqual(['c3', 'a1'])
})

describe('a line lay, before it was drawn on,', () => {
  const drew = (piece: string, ...path: string[]) => ({ seat: 0, piece, path })
  const now = ['f4', 'f3', 'e4', 'd4', 'c3']
  test.each([
    ['where it ends now, without moves', [], [0, 4]],
    ['short of its head', [drew('head', 'd4', 'c3')], [0, 3]],
    ['short of its tail', [drew('tail', 'e4', 'f3'), drew('tail', 'f3', 'f4')], [2, 4]],
    ['where it still ends for whoever may not see the move', [drew('head', 'c3', 'b2')], [0, 4]],
  ])('%s', (_, moves, found) => expect(lineBefore(now, moves)).toEqual(found))
  test('nowhere before it has a board', () => expect(lineBefore([], [])).toEqual([0, 0]))
})

describe('the last round', () => {
  const entry = (...events: object[]) => ({ events }) as unknown as Parameters<typeof lastRound>[0][number]
  const drew = (seat: number, ...path: string[]) => entry({ kind: 'drew', seat, piece: 'head', path })
  const turned = entry({ kind: 'turned_up' })
  const over = (round: number) => entry({ kind: 'stopped', seat: 0 }, { kind: 'round_over', round })
  const first = [turned, drew(0, 'd4', 'd3'), drew(1, 'd5', 'c4'), drew(1, 'c4', 'b3'), over(1)]
  test('is none before one is over', () => {
    expect(lastRound([turned, drew(0, 'd4', 'd3')], 2)).toBeNull()
    expect(lastRound([], 2)).toBeNull()
  })
  test('has what each seat drew in it', () => expect(lastRound(first, 2)).toEqual({ round: 1, cells: [['d3'], ['c4', 'b3']], gains: [[], []] }))
  test('is known while the next one is drawn', () => {
    expect(lastRound([...first, turned, drew(0, 'd3', 'e3')], 2)?.cells).toEqual([['d3'], ['c4', 'b3']])
  })
  test('may be one in which somebody drew nothing', () => {
    expect(lastRound([...first, turned, drew(0, 'd3', 'e3'), over(2)], 2)).toEqual({ round: 2, cells: [['e3'], []], gains: [[], []] })
  })
  const reached = (kind: string, seat: number, number: number, points: number) => entry({ kind, seat, number, points })
  const with7 = lastRound([turned, reached('scored', 1, 7, 7), reached('scored_half', 1, 3, 2), over(4)], 2)
  test('has the numbers that were reached in it', () => {
    expect(with7?.gains).toEqual([[], [{ number: 7, points: 7, half: false }, { number: 3, points: 2, half: true }]])
  })
  test('leaves half of a number to whoever has not reached it', () => {
    const facts = { seats: [{ halved: [3, 7] }, { halved: [3] }] } as unknown as Derived
    const seats = (scored: object) => ({ seats: [{ scored }, { scored: { 7: 7, 3: 2 } }] }) as unknown as View
    expect(newlyHalved(with7, facts, seats({}), 0)).toEqual([7])
    expect(newlyHalved(with7, facts, seats({ 7: 7 }), 0)).toEqual([])
    expect(newlyHalved(with7, facts, seats({}), 1)).toEqual([])
    expect(newlyHalved(null, facts, seats({}), 0)).toEqual([])
  })
  test('is not known if its beginning is not', () => expect(lastRound([drew(1, 'd5', 'c4'), over(3)], 2)).toBeNull())
})

test('choices name the ends from which a cell may be drawn to', () => {
  const step = (piece: string, from: string, to: string) => ({ text: `${piece} ${to}`, piece, path: [from, to], to })
  const found = stepsTo([{ text: 'stop' }, step('head', 'd4', 'd3'), step('head', 'd4', 'c3'), step('tail', 'c4', 'c3')])
  expect([...found].map(([cell, steps]) => [cell, steps.map(({ piece }) => piece)])).toEqual([
    ['d3', ['head']],
    ['c3', ['head', 'tail']],
  ])
})
