import { expect, test } from 'vitest'
import type { Side, Team } from '../api/wire'
import type { Snapshot } from '../board'
import { answersIn, offerFor } from './answers'

const choices = ['A', 'B'].map((letter) => ({ text: `answer ${letter}`, answer: letter }))
const asked = { n: 7, choices: { 1: choices } } as unknown as Snapshot
const side = (seat: number, may: number[], yours = {}): Side => ({ letters: ['A', 'B'], may, answered: [], yours, results: null, points: [0, 0, seat] })
const team = (seat: number, you: number, advice: Team['advice'] = []): Team => ({
  seat,
  you,
  hand: 1,
  phones: [1, 2].map((member) => ({ member, here: true, admitted: true })),
  advice,
})

test('actions that answer nothing are no answers', () => {
  expect(answersIn([{ text: 'throw' }, ...choices])).toEqual({ A: 'answer A', B: 'answer B' })
})

test('the team that is asked answers by its actions, and sees what its phones suggest', () => {
  const advice = [{ member: 2, n: 7, action: 'answer B' }]
  expect(offerFor(team(1, 1, advice), asked, null)).toEqual({
    kind: 'own',
    actions: { A: 'answer A', B: 'answer B' },
    chosen: null,
    advised: { B: 1 },
  })
  expect(offerFor(team(1, 2, advice), asked, null).chosen).toBe('B')
})

test('another team answers the same question aside, by its letter and once', () => {
  expect(offerFor(team(2, 1), asked, side(2, [2]))).toMatchObject({ kind: 'aside', actions: { A: 'A', B: 'B' }, chosen: null })
  expect(offerFor(team(2, 1), asked, side(2, [], { 2: 'B' }))).toMatchObject({ kind: 'none', actions: {}, chosen: 'B' })
  expect(offerFor(team(2, 1), asked, null).kind).toBe('none')
})
