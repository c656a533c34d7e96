import { expect, test } from 'vitest'
import type { Consequence } from '../board'
import { isPlain, Pointing } from './pointing.svelte'

const follows = (...kinds: string[]): Consequence => ({
  text: 'walk',
  events: kinds.map((kind) => ({ rule: '', kind })),
  new: {},
  gone: {},
})
const by = (pointerType: string) => ({ pointerType }) as PointerEvent

test('one event that changes nothing else is what one sees anyway', () => {
  expect(isPlain(follows('moved'))).toBe(true)
  expect(isPlain(follows('moved', 'captured'))).toBe(false)
  expect(isPlain({ ...follows('moved'), new: { barriers: [{ at: 3 }] } })).toBe(false)
})

test('a mouse has looked already when it presses', () => {
  const pointing = new Pointing()
  const over = pointing.at('walk')
  over.onpointerenter(by('mouse'))
  expect(pointing.text).toBe('walk')
  over.onpointerdown(by('mouse'))
  expect(pointing.isMeant('walk', follows('moved', 'captured'))).toBe(true)
  expect(pointing.text).toBe('')
})

test('a first tap shows what would follow, the second does it', () => {
  const pointing = new Pointing()
  const over = pointing.at('walk')
  const tap = () => {
    over.onpointerenter(by('touch'))
    over.onpointerdown(by('touch'))
    over.onpointerleave(by('touch'))
    return pointing.isMeant('walk', follows('moved', 'captured'))
  }
  expect([tap(), pointing.text, tap()]).toEqual([false, 'walk', true])
})

test('a tap does at once what brings nothing else, or nobody knows what', () => {
  const pointing = new Pointing()
  for (const consequence of [follows('moved'), undefined]) {
    pointing.at('walk').onpointerdown(by('touch'))
    expect(pointing.isMeant('walk', consequence)).toBe(true)
  }
})

test('a press of a key is meant, also after a tap elsewhere', () => {
  const pointing = new Pointing()
  pointing.at('walk').onpointerdown(by('touch'))
  pointing.isMeant('walk', follows('moved', 'captured'))
  expect(pointing.isMeant('stay', follows('stayed', 'gathered'))).toBe(true)
})
