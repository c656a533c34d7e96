import { expect, test } from 'vitest'
import { changesBetween, countChanges, withChanges, type Written } from './changes'

const saved: Written = {
  title: 'Rivers',
  settings: { missing: 'built-in' },
  entries: [{ id: 'a', ask: 'A?' }, { id: 'b', ask: 'B?' }, { id: 'c', ask: 'C?' }],
}

test('only what is other is sent', () => {
  const now = { ...saved, entries: [saved.entries[0]!, { id: 'b', ask: 'Other?' }, { id: 'd', ask: 'D?' }] }
  const changes = changesBetween(saved, now, 7)
  expect(changes).toEqual({ revision: 7, put: [{ id: 'b', ask: 'Other?' }, { id: 'd', ask: 'D?' }], remove: ['c'] })
  expect(countChanges(changes)).toBe(3)
})

test('a copy that says the same is no change', () => {
  expect(countChanges(changesBetween(saved, structuredClone(saved), 1))).toBe(0)
})

test('changes on top of what somebody else saved leave the rest of it alone', () => {
  const mine = changesBetween(saved, { ...saved, title: 'Seas', entries: [{ id: 'a', ask: 'Mine?' }, ...saved.entries.slice(1)] }, 1)
  const theirs = { ...saved, entries: [...saved.entries.slice(0, 2), { id: 'c', ask: 'Theirs?' }] }
  expect(withChanges(theirs, mine)).toEqual({
    title: 'Seas',
    settings: saved.settings,
    entries: [{ id: 'a', ask: 'Mine?' }, { id: 'b', ask: 'B?' }, { id: 'c', ask: 'Theirs?' }],
  })
})

test('a title that is being written is not saved empty', () => {
  expect(countChanges(changesBetween(saved, { ...saved, title: ' ' }, 1))).toBe(0)
})
