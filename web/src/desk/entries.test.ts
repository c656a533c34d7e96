import { expect, test } from 'vitest'
import type { Line } from '../api/wire'
import { lastEntry } from './entries'
import { isUndoAsked, undoNote } from './undo'

const by = { role: 'validator', name: 'Sevilla' }
let no = 0
const line = (kind: string, more: object = {}) => ({ no: (no += 1), time: 0, by, kind, ...more }) as Line
const entered = (more: object = {}) => line('entered', { outcome: '3+4', seat: 1, need: 1, ...more })
const nothing = { waiting: null, confirmed: 0 }

test('nothing was entered yet', () => {
  expect(lastEntry([line('started')], nothing)).toBeNull()
})

test('an entry waits with its disputes until it takes effect', () => {
  const entry = entered()
  const dispute = line('disputed', { of: entry.no, why: 'a four' })
  const waits = lastEntry([entry, dispute], { waiting: entry as never, confirmed: 0 })
  expect(waits?.fate).toEqual({ kind: 'waits', confirmed: 0, need: 1, disputes: [dispute] })
  expect(lastEntry([entry, dispute, line('confirmed', { of: entry.no })], nothing)?.fate).toEqual({ kind: 'counted' })
})

test('what was entered anew is the one that matters', () => {
  const first = entered()
  const second = entered({ of: first.no, outcome: '4+4' })
  expect(lastEntry([first, second], { waiting: second as never, confirmed: 0 })?.line).toBe(second)
})

test('a void throw comes after the entry that it drops', () => {
  const entry = entered()
  expect(lastEntry([entry, line('void', { of: entry.no, seat: 1, why: 'facing' })], nothing)?.fate.kind).toBe('void')
})

test('a judge corrects an entry, and corrects that again', () => {
  const entry = entered()
  const corrected = line('corrected', { of: entry.no, to: null, out: [], back: [] })
  const again = line('corrected', { of: corrected.no, to: '1+1', out: [], back: [] })
  expect(lastEntry([entry, corrected], nothing)?.fate).toEqual({ kind: 'corrected', to: null })
  expect(lastEntry([entry, corrected, again], nothing)?.fate).toEqual({ kind: 'corrected', to: '1+1' })
})

test('what fell out by a correction can come back', () => {
  const earlier = entered()
  const entry = entered()
  const out = line('corrected', { of: earlier.no, to: '1+1', out: [entry.no], back: [] })
  expect(lastEntry([earlier, entry, out], nothing)?.fate).toEqual({ kind: 'out' })
  const back = line('corrected', { of: out.no, to: '3+4', out: [], back: [entry.no] })
  expect(lastEntry([earlier, entry, out, back], nothing)?.fate).toEqual({ kind: 'counted' })
})

test('the judge is asked about one line', () => {
  const note = line('note', { text: undoNote(17, '3+4') })
  expect([isUndoAsked([note], 17), isUndoAsked([note], 1)]).toEqual([true, false])
})
