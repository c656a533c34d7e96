import { expect, test } from 'vitest'
import type { Official, Table } from '../api/wire'
import { chosenView, isReferee, listedViews } from './views'

const held = (...roles: string[]) => roles.map((role, n) => ({ official: `o${n}`, role, name: 'Bora' }) as Official)
const table = (title: string, confirm: number) => ({ event: { title, confirm } }) as Table
const ids = (offices: Official[], referees: boolean) => listedViews(offices, referees).map(({ view }) => view.id)

test('the device that opened a table with our own dice is its referee', () => {
  const offices = held('organiser', 'judge')
  expect(isReferee(table('', 0), offices)).toBe(true)
  expect(chosenView('', offices, true).view.id).toBe('referee')
  expect(ids(offices, true)).toEqual(['referee', 'journal', 'board'])
})

test('whoever organises an event and judges it has both pages', () => {
  const offices = held('organiser', 'judge')
  expect([isReferee(table('Il Giro', 0), offices), isReferee(table('', 1), offices)]).toEqual([false, false])
  expect(ids(offices, false)).toEqual(['judge', 'organiser', 'journal', 'board'])
  expect(isReferee(table('', 0), held('judge'))).toBe(false)
})
