import { expect, test } from 'vitest'
import type { Seat } from '../api/wire'
import { agreedToGive, awayFor, decidesForAway, maySkip, patience } from './away'

const seat = (away: number | null): Seat => ({
  seat: 2, kind: 'person', name: 'Badia', mark: '', bot: '', ready: true, here: away === null, left: false, given: false, hinted: false, away,
})

test('the host waits less than others, and those who watch do not decide', () => {
  expect([patience(true, false, 60), patience(true, true, 60), patience(false, true, 60), patience(false, false, 60)]).toEqual([60, 60, 240, null])
})

test('an absence goes on after it was received', () => {
  expect([awayFor(seat(7), 0), awayFor(seat(7), 2_900), awayFor(seat(7), -5_000), awayFor(seat(null), 9_000)]).toEqual([7, 9, 7, null])
})

test('a guest decides about somebody away only without the host', () => {
  const decided = [[true, true], [true, false], [false, true], [false, false]].map(([host, host_here]) => decidesForAway({ host: host!, host_here: host_here! }))
  expect(decided).toEqual([true, true, false, true])
})

test('whoever suggested to give a seat away does so once all who are here have agreed', () => {
  const seats = [1, 2, 3, 4].map((number) => ({ ...seat(number === 4 ? 70 : null), seat: number, left: number === 3 }))
  const asked = (agreed: number[], mine: number[], what: 'give' | 'bot' = 'give') =>
    agreedToGive({ seats, suggestion: { what, about: 4, by: 1, agreed } }, mine)
  expect([asked([1], [1]), asked([1, 2], [1]), asked([1, 2], [2]), asked([1, 2], [1], 'bot')]).toEqual([null, 4, null, null])
  expect(agreedToGive({ seats, suggestion: null }, [1])).toBe(null)
})

test('only a turn that the rules let pass is skipped', () => {
  expect([maySkip({ may_pass: [2] }, 2), maySkip({ may_pass: [2] }, 1), maySkip({}, 2), maySkip(null, 2)]).toEqual([true, false, false, false])
})
