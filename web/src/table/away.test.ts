import { expect, test } from 'vitest'
import type { Seat } from '../api/wire'
import { awayFor, patience } from './away'

const seat = (away: number | null): Seat => ({
  seat: 2, kind: 'person', name: 'Badia', mark: '', bot: '', ready: true, here: away === null, left: false, away,
})

test('the host waits less than others, and those who watch do not decide', () => {
  expect([patience(true, false), patience(true, true), patience(false, true), patience(false, false)]).toEqual([120, 120, 300, null])
})

test('an absence goes on after it was received', () => {
  expect([awayFor(seat(7), 0), awayFor(seat(7), 2_900), awayFor(seat(7), -5_000), awayFor(seat(null), 9_000)]).toEqual([7, 9, 7, null])
})
