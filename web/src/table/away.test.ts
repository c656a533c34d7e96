import { expect, test } from 'vitest'
import type { Seat } from '../api/wire'
import { awayFor, patience } from './away'

const seat = (away: number | null): Seat => ({
  seat: 2, kind: 'person', name: 'Badia', mark: '', bot: '', ready: true, here: away === null, left: false, hinted: false, away,
})

test('the host waits less than others, and those who watch do not decide', () => {
  expect([patience(true, false, 60), patience(true, true, 60), patience(false, true, 60), patience(false, false, 60)]).toEqual([60, 60, 240, null])
})

test('an absence goes on after it was received', () => {
  expect([awayFor(seat(7), 0), awayFor(seat(7), 2_900), awayFor(seat(7), -5_000), awayFor(seat(null), 9_000)]).toEqual([7, 9, 7, null])
})
