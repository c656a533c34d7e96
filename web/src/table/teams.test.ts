import { expect, test } from 'vitest'
import { adviceAt, handIsHere, hasHand, isIn, ownAdvice, sidePlaces, waiting, withTeam } from './teams'
import type { Side, Team } from '../api/wire'

const team: Team = {
  seat: 2,
  you: 2,
  hand: 1,
  phones: [
    { member: 1, here: false, admitted: true },
    { member: 2, here: true, admitted: true },
    { member: 3, here: true, admitted: false },
  ],
  advice: [
    { member: 2, n: 7, action: 'answer B' },
    { member: 3, n: 7, action: 'answer B' },
    { member: 4, n: 7, action: 'answer D' },
    { member: 5, n: 6, action: 'answer A' },
  ],
}

test('one phone of a team has the hand, the others look on', () => {
  expect(hasHand(team)).toBe(false)
  expect(hasHand({ ...team, you: 1 })).toBe(true)
  expect(hasHand({ ...team, you: null, hand: 0 })).toBe(false)
  expect(handIsHere(team)).toBe(false)
})

test('a phone that waits is not in yet', () => {
  expect(waiting(team).map(({ member }) => member)).toEqual([3])
  expect([1, 2, 3].map((you) => isIn({ ...team, you }))).toEqual([true, true, false])
})

test('what is suggested is counted for the question at hand alone', () => {
  expect(adviceAt(team, 7)).toEqual({ 'answer B': 2, 'answer D': 1 })
  expect(ownAdvice(team, 7)).toBe('answer B')
  expect(ownAdvice(team, 6)).toBeNull()
})

test('a team that comes anew takes its own place', () => {
  const first = { ...team, seat: 1 }
  const anew = { ...team, hand: 2 }
  expect(withTeam([first, team], anew)).toEqual([first, anew])
  expect(withTeam([team], first)).toEqual([first, team])
})

test('the side contest has shared places', () => {
  const side = { points: [1, 3, 3, 0] } as Side
  expect(sidePlaces(side)).toEqual([
    { seat: 2, points: 3, place: 1 },
    { seat: 3, points: 3, place: 1 },
    { seat: 1, points: 1, place: 3 },
    { seat: 4, points: 0, place: 4 },
  ])
})
