import { expect, test } from 'vitest'
import type { Line } from '../api/wire'
import { undoNote, undoRequests } from './undo'

const by = { role: 'validator', name: 'Brno' } as const
const note = (no: number, text: string): Line => ({ no, time: 0, by, kind: 'note', text })
const corrected = (no: number, of: number): Line => ({ no, time: 0, by, kind: 'corrected', of, to: null, out: [], back: [] })
const root = (line: Line) => (line.kind === 'corrected' ? line.of : line.no)

test('a validator asks for an entry to be undone, until it is corrected', () => {
  const asked = [note(18, undoNote(17, 'wrong die'))]
  expect(undoRequests(asked, root)).toMatchObject([{ no: 18, of: 17, why: 'wrong die' }])
  expect(undoRequests([...asked, corrected(19, 3)], root)).toHaveLength(1)
  expect(undoRequests([...asked, corrected(19, 17)], root)).toEqual([])
})

test('any other note asks for nothing', () => {
  expect(undoRequests([note(1, 'it rains'), note(2, '↶ soon')], root)).toEqual([])
})
