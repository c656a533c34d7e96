import { describe, expect, it } from 'vitest'
import { briefly, read, targets } from './choices'
import type { Square } from './places'
import type { View } from './view'

const view: View = {
  phase: 'move',
  turn: 0,
  dice: [3, 5],
  left: [3, 5],
  again: false,
  bonus: 0,
  winner: null,
  seats: [
    { side: 1, reos: ['2:14', 'cell', '4:8', 'cell'] },
    { side: 3, reos: ['3:0', 'e2', 'out', 'cell'] },
  ],
  guards: [],
}
const KINDS = { '2:14': 'yard', '2:0': 'exit', '2:1': 'yard', '2/1': 'gallery', '2/2': 'gallery', cell: 'cell' } as const
const squares = new Map(
  Object.entries(KINDS).map(([at, kind]) => [`${/^\d/.test(at) ? at[0] : 1} ${at}`, { at, kind } as unknown as Square]),
)
const way = (text: string, piece: number, ...path: string[]) => ({ text, piece, path, to: path.at(-1)! })
const offer = (choice: Parameters<typeof read>[0], seat = 0) => read(choice, seat, view, squares)

describe('a choice on the board', () => {
  it('leads a reo along the way it was sent', () => {
    const move = offer(way('p1 2', 1, '2:14', '2:0', '2:1'))
    expect(move).toMatchObject({ kind: 'move', reos: ['0.0'], who: { seat: 0, reo: 0 }, up: false, to: '2:1' })
    expect(move.path).toEqual(['2 2:0', '2 2:1'])
  })

  it('goes up where its way enters a gallery, not where it goes on in one', () => {
    expect(offer(way('p1 2 up', 1, '2:14', '2/1', '2/2')).up).toBe(true)
    expect(offer(way('p1 1', 1, '2/1', '2/2')).up).toBe(false)
  })

  it('releases by any reo in the cell', () => {
    const release = offer(way('out 6', 2, 'cell', '2:0'))
    expect(release).toMatchObject({ kind: 'release', reos: ['0.1', '0.3'], to: '2:0', path: ['2 2:0'] })
  })

  it("hands a guard anybody's reo", () => {
    const taken = offer({ text: 'taken 2.1', to: '3:0', takes: [{ seat: 1, piece: 1, at: '3:0' }] })
    expect(taken).toMatchObject({ kind: 'taken', reos: ['1.0'], who: { seat: 1, reo: 0 }, path: [] })
  })

  it('takes whom the server says, and nobody else', () => {
    const walk = way('p1 2', 1, '2:14', '2:0', '2:1')
    expect(offer({ ...walk, takes: [{ seat: 1, piece: 3, at: '2:1' }] }).takes).toEqual([{ seat: 1, reo: 2 }])
    expect(offer(walk).takes).toEqual([])
  })

  it('is a button alone where it is about no reo', () => {
    expect(offer({ text: 'skip' })).toMatchObject({ kind: 'plain', reos: [], who: null, path: [] })
  })
})

describe('targets', () => {
  it('gather what ends on one square', () => {
    const offers = [
      offer(way('a', 1, '2:14', '2:0')),
      offer(way('b', 1, '2:14', '2/1', '2:0')),
      offer(way('c', 1, '2:14', '2:1')),
      offer({ text: 'skip' }),
    ]
    const found = targets(offers).map(({ square, offers }) => [square, offers.map(({ text }) => text)])
    expect(found).toEqual([
      ['2 2:0', ['a', 'b']],
      ['2 2:1', ['c']],
    ])
  })
})

describe('a move in brief', () => {
  const walk = { key: 'walk', fields: { reo: 1, pips: 4, to: '1:4' } }

  it('says how far, where to, and what else is to be known', () => {
    const captures = { key: 'capturing', fields: { what: walk, reo: 2, other: 1 } }
    const said = { key: 'noted', fields: { what: captures, note: { key: 'note_exposed' } } }
    const brief = briefly(said)!
    expect([brief.pips, brief.to, brief.notes.map(({ key }) => key)]).toEqual([4, '1:4', ['chip_captures', 'note_exposed']])
    expect(brief.notes[0]!.fields).toMatchObject({ reo: 2, other: 1 })
  })

  it('says once that a gallery is safe', () => {
    const climb = { key: 'climb', fields: { ...walk.fields, to: '2/3' } }
    const keys = (note: string) => briefly({ key: 'noted', fields: { what: climb, note: { key: note } } })!.notes.map(({ key }) => key)
    expect(keys('note_safe')).toEqual(['chip_gallery'])
    expect(keys('note_exposed')).toEqual(['chip_gallery', 'note_exposed'])
  })

  it('says which dice it uses and what is left then', () => {
    const one = briefly({ key: 'walk', fields: { ...walk.fields, dice: [4], rest: [1] } })!
    expect([one.dice, one.rest]).toEqual([[4], [1]])
    expect(briefly(walk)!.dice).toEqual([])
  })

  it('is nothing for what is no move', () => {
    expect(briefly({ key: 'pass' })).toBeNull()
    expect(briefly(undefined)).toBeNull()
  })
})
