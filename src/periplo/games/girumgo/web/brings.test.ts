import type { Consequence, GameEvent, GameWords } from '$web/board'
import { expect, test } from 'vitest'
import { bringsOf, fitting, isNearest, opensToRivals, sayBrings } from './brings'

const event = (kind: string, more: object): GameEvent => ({ rule: '', kind, ...more })
const spun = event('spun', { seat: 0, wheel: 'b3' })
const formed = event('formed', { seat: 0, gap: 'a2.b2.b3', colour: 3, hue: 'blue' })
const gained = event('gained', { seat: 0, advances: 1 })
const follows = (events: GameEvent[], more: Partial<Consequence> = {}): Consequence => ({
  text: 'spin b3 +', events, new: {}, gone: {}, ...more,
})
const words = {
  web: {
    would_make: '{hue} triangle +1',
    would_make_full: '{hue} triangle, full',
    would_repeat: '{hue} again',
    would_surround: 'surrounds {name}: {loses}',
    would_send_back: 'sends {name} back',
    would_besiege: 'half round {name}',
    would_open: 'opens {to}',
    would_open_aside: 'opens {to} aside',
    would_open_back: 'opens {to} behind',
    would_near: '{n} more to {to}',
    would_near_one: 'one more to {to}',
    would_farther: '{n} to {to} now',
    would_open_last: '{name} could win at {to}',
    would_break_many: 'breaks {n}',
    would_close: 'closes {to}',
    would_open_rival: 'opens {to} for {name}',
    would_close_rival: 'closes {to} to {name}',
    would_break: 'breaks {hue}',
    would_do_nothing: 'nothing',
  },
  words: { blue: 'azul' },
} as unknown as GameWords
const sentences = (consequence: Consequence) => sayBrings(bringsOf(consequence, 0), 0, words, ['Noria', 'Girasol'])
const said = (consequence: Consequence) => sentences(consequence).map(({ text }) => text)

test('a spin that makes a triangle says its colour and what it gives', () => {
  expect(bringsOf(follows([spun, formed, gained]), 0)).toMatchObject({
    made: [{ gap: 'a2.b2.b3', colour: 3, counts: true }],
    gains: 1,
  })
  expect(said(follows([spun, formed, gained]))).toEqual(['azul triangle +1'])
})

test('one that does not count, or that a full dial has no room for, gives nothing', () => {
  const again = follows([spun, { ...formed, kind: 'repeated' }])
  expect([bringsOf(again, 0).gains, ...said(again)]).toEqual([0, 'azul again'])
  const full = follows([spun, formed, event('lost', { seat: 0, advances: 6 })])
  expect([bringsOf(full, 0).gains, ...said(full)]).toEqual([0, 'azul triangle, full'])
})

test('a rival who is surrounded loses advances, or its place', () => {
  const strike = event('surrounded', { seat: 0, other: 1, at: 'b2', loses: 4 })
  expect(said(follows([spun, formed, gained, strike, gained]))).toEqual(['surrounds Girasol: 4', 'azul triangle +1'])
  const back = event('sent_back', { seat: 1, from: 'b2', to: 'd1' })
  expect(said(follows([spun, formed, gained, strike, back, gained]))).toEqual(['sends Girasol back', 'azul triangle +1'])
})

test('a triangle at the wheel of a rival is half of surrounding it', () => {
  const siege = { seat: 1, gap: 'a2.b2.b3' }
  expect(said(follows([spun, formed, gained], { new: { sieges: [siege] } }))).toEqual(['azul triangle +1', 'half round Girasol'])
})

test('ways that open and close are told apart by whose they are', () => {
  const way = (seat: number, to: string) => ({ seat, from: 'c3', to, to_go: 2, nearer: 1 })
  const turned = follows([spun], { new: { ways: [way(0, 'c2'), way(1, 'd4')] }, gone: { ways: [way(0, 'b3'), way(1, 'e2')] } })
  expect(said(turned)).toEqual(['opens d4 for Girasol', 'closes b3', 'opens c2', 'closes e2 to Girasol'])
})

test('what helps a rival comes first, as a warning that is never left out', () => {
  const way = { seat: 1, from: 'd2', to: 'd3', to_go: 2, nearer: 1 }
  const helps = follows([spun, formed, gained], { new: { ways: [way] } })
  expect(sentences(helps)).toEqual([{ text: 'opens d3 for Girasol', bad: true, kept: true }, { text: 'azul triangle +1' }])
  expect(opensToRivals(bringsOf(helps, 0), 0)).toEqual([way])
  expect(said(follows([spun], { new: { ways: [{ ...way, to_go: 0 }] } }))).toEqual(['Girasol could win at d3'])
  const long = { text: 'x'.repeat(200), bad: true, kept: true }
  expect(fitting([{ text: 'short' }, { text: 'y'.repeat(30) }, long])).toEqual([{ text: 'short' }, long])
})

test('a way that opens aside or behind is called so, one that closes there is no news', () => {
  const way = (seat: number, to: string, nearer: number) => ({ seat, from: 'c3', to, to_go: 2, nearer })
  const opened = follows([spun], { new: { ways: [way(0, 'c2', 0), way(0, 'c4', -1), way(1, 'd4', 0)] } })
  expect(said(opened)).toEqual(['opens c2 aside', 'opens c4 behind'])
  expect(said(follows([spun], { gone: { ways: [way(0, 'c2', 0), way(1, 'c4', -1)] } }))).toEqual(['nothing'])
})

test('a spin that brings a way nearer says how many more it takes, and to where', () => {
  const away = (spins: number) => ({ spins_away: [{ seat: 0, spins, to: 'c2' }] })
  const nearer = (spins: number) => follows([spun], { gone: away(4), new: away(spins) })
  expect(said(nearer(2))).toEqual(['2 more to c2'])
  expect(said(nearer(1))).toEqual(['one more to c2'])
  expect(said(follows([spun], { gone: away(2), new: away(3) }))).toEqual(['3 to c2 now'])
  expect(said(follows([spun], { gone: away(0), new: away(1) }))).toEqual(['nothing'])
  const [one, other, none] = [nearer(2), nearer(3), follows([spun])].map((each) => bringsOf(each, 0))
  expect([isNearest(one, other), isNearest(one, one), isNearest(other, one), isNearest(one, none), isNearest(none, one)]).toEqual([
    true, true, false, true, false,
  ])
})

test('a marked triangle that a spin would break is warned of', () => {
  expect(said(follows([spun, event('unmarked', { seat: 0, gap: 'a2.b2.b3', colour: 3, hue: 'blue' })]))).toEqual(['breaks azul'])
  const unmarked = event('unmarked', { seat: 0, gap: 'a2.b2.b3', colour: 3, hue: 'blue' })
  expect(said(follows([spun, unmarked, unmarked]))).toEqual(['breaks 2'])
})

test('a button says as much as it has room for, and something in any case', () => {
  const [short, long] = [{ text: 'opens d4' }, { text: 'x'.repeat(100) }]
  expect(fitting([short, long])).toEqual([short])
  expect(fitting(Array.from({ length: 6 }, () => short))).toHaveLength(5)
  expect(fitting([{ text: 'x'.repeat(150) }])).toHaveLength(1)
})

test('a spin that brings nothing says so; a crossing leaves what is paid for it', () => {
  expect(said(follows([spun]))).toEqual(['nothing'])
  const crossed = follows([event('crossed', { seat: 0, from: 'c3', to: 'c2', advances: 2 })], { gone: { ways: [] } })
  expect([bringsOf(crossed, 0).leaves, ...said(crossed)]).toEqual([2])
  expect(bringsOf(follows([...crossed.events, event('won', { seat: 0 })]), 0).wins).toBe(true)
})
