import type { Consequence, GameEvent, GameWords } from '$web/board'
import { expect, test } from 'vitest'
import { bringsOf, sayBrings } from './brings'

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
    would_open: 'opens {to}',
    would_close: 'closes {to}',
    would_open_rival: 'opens for {name}',
    would_close_rival: 'closes to {name}',
    would_do_nothing: 'nothing',
    wins_now: 'wins',
  },
  words: { blue: 'azul' },
} as unknown as GameWords
const said = (consequence: Consequence) => sayBrings(bringsOf(consequence, 0), 0, words, ['Noria', 'Girasol'])

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

test('ways that open and close are told apart by whose they are', () => {
  const way = (seat: number, to: string) => ({ seat, from: 'c3', to, to_go: 2 })
  const turned = follows([spun], { new: { ways: [way(0, 'c2'), way(1, 'd4')] }, gone: { ways: [way(0, 'b3')] } })
  expect(said(turned)).toEqual(['opens c2', 'closes b3', 'opens for Girasol'])
})

test('a spin that brings nothing says so; a crossing leaves what is paid for it', () => {
  expect(said(follows([spun]))).toEqual(['nothing'])
  const crossed = follows([event('crossed', { seat: 0, from: 'c3', to: 'c2', advances: 2 })], { gone: { ways: [] } })
  expect([bringsOf(crossed, 0).leaves, ...said(crossed)]).toEqual([2])
  expect(said(follows([...crossed.events, event('won', { seat: 0 })]))).toEqual(['wins'])
})
