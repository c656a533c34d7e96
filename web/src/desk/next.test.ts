import { expect, test } from 'vitest'
import type { Snapshot } from '../board'
import { next } from './next'

const snapshot = (more: object) => ({ thrower: null, actors: ['table'], choices: {}, ...more }) as Snapshot

test('the dice are a seat’s', () => {
  expect(next(snapshot({ thrower: 2 }))).toEqual({ what: 'throw', seats: [2] })
})

test('a card is drawn for the seat that every choice is about', () => {
  const choices = { table: [{ text: 'card 1', other: 1 }, { text: 'card 2', other: 1 }] }
  expect(next(snapshot({ choices }))).toEqual({ what: 'table', seats: [2] })
})

test('who begins is nobody’s yet', () => {
  const choices = { table: [{ text: 'first 1', other: 0 }, { text: 'first 2', other: 1 }] }
  expect(next(snapshot({ choices }))).toEqual({ what: 'table', seats: [] })
})

test('several may have to decide', () => {
  expect(next(snapshot({ actors: ['1', '3'] }))).toEqual({ what: 'decide', seats: [1, 3] })
})
