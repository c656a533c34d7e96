import { expect, test } from 'vitest'
import type { Consequence } from '../board'
import { Pointing, tellsMore } from './pointing.svelte'

const follows = (...kinds: string[]): Consequence => ({
  text: 'walk',
  events: kinds.map((kind) => ({ rule: '', kind })),
  new: {},
  gone: {},
})
const by = (pointerType: string) => ({ pointerType }) as PointerEvent

test('one event is what one sees anyway', () => {
  expect([undefined, follows('moved'), follows('moved', 'captured')].map(tellsMore)).toEqual([false, false, true])
})

test('a mouse has looked already when it presses', () => {
  const pointing = new Pointing()
  const over = pointing.at('walk')
  over.onpointerenter(by('mouse'))
  expect(pointing.text).toBe('walk')
  over.onpointerdown(by('mouse'))
  expect(pointing.isMeant('walk', true)).toBe(true)
  expect(pointing.text).toBe('')
})

test('a first tap shows what would follow, the second does it', () => {
  const pointing = new Pointing()
  const over = pointing.at('walk')
  const tap = () => {
    over.onpointerenter(by('touch'))
    over.onpointerdown(by('touch'))
    over.onpointerleave(by('touch'))
    return pointing.isMeant('walk', true)
  }
  expect([tap(), pointing.text, pointing.tapped]).toEqual([false, 'walk', true])
  expect([tap(), pointing.tapped]).toEqual([true, false])
})

test('a tap does at once what brings nothing else', () => {
  const pointing = new Pointing()
  pointing.at('walk').onpointerdown(by('touch'))
  expect(pointing.isMeant('walk', false)).toBe(true)
})

test('a press of a key is meant, also after a tap elsewhere', () => {
  const pointing = new Pointing()
  pointing.at('walk').onpointerdown(by('touch'))
  pointing.isMeant('walk', true)
  expect(pointing.isMeant('stay', true)).toBe(true)
})

test('a hint is shown until another choice is looked at, and a first tap on it is meant', () => {
  const pointing = new Pointing(() => 'walk')
  const elsewhere = pointing.at('stay')
  expect(pointing.text).toBe('walk')
  elsewhere.onpointerenter(by('mouse'))
  expect(pointing.text).toBe('stay')
  elsewhere.onpointerleave(by('mouse'))
  expect(pointing.text).toBe('walk')
  pointing.at('walk').onpointerdown(by('touch'))
  expect(pointing.isMeant('walk', true)).toBe(true)
})
