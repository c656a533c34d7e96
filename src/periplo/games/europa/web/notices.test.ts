import { expect, test } from 'vitest'
import type { Entry, GameEvent, Snapshot, Translated } from '$web/board'
import { answerIn, storyIn, without } from './notices'

const footnote = (text: string): Translated => ({ en: text, es: text, it: text })
const entry = (events: object[], asides: (Translated | null)[]): Entry => ({
  n: 2,
  actor: '1',
  text: '',
  by: 'person',
  time: 0,
  events: events as GameEvent[],
  asides,
  note: '',
})
const wrong = { rule: '', kind: 'answered_wrong', seat: 1, deck: 'spain', card: 1, given: 'C', right: 'B', exam: [1, 1] }
const leave = { rule: '', kind: 'must_leave', seat: 1, at: 4 }
const before = (choices: Snapshot['choices']) => ({ question: { en: { ask: 'Why?' } }, choices }) as unknown as Snapshot

test('an answer keeps what had been asked, and whether one was asked oneself', () => {
  const entries = [entry([wrong, leave], [footnote('Why? Because.'), null])]
  const mine = answerIn(entries, before({ 2: [{ text: 'answer A', answer: 'A' }] }))!
  expect(mine).toMatchObject({ seat: 1, deck: 'spain', right: false, given: 'C', letter: 'B', exam: [1, 1], mine: true })
  expect(mine.question!.en.ask).toBe('Why?')
  expect(answerIn(entries, before({}))!.mine).toBe(false)
  expect(answerIn(entries, before({ 2: [{ text: 'throw' }] }))!.mine).toBe(false)
  expect(answerIn(entries, null)).toMatchObject({ mine: false, question: null })
  expect(answerIn([entry([leave], [null])], null)).toBeNull()
  expect(answerIn([entry([{ ...wrong, exam: undefined }], [footnote('')])], null)!.exam).toBeNull()
})

test('only instructions have a story, and what they do', () => {
  const drew = { rule: '', kind: 'drew', seat: 0, deck: 'france', card: 7 }
  const go = { rule: '', kind: 'told_go', seat: 0, city: 'marseille' }
  expect(storyIn([entry([drew, go], [footnote('Off to the port.'), null])])).toEqual({
    deck: 'france',
    footnote: footnote('Off to the port.'),
    does: go,
  })
  expect(storyIn([entry([drew], [null])])).toBeNull()
})

test('a question is not repeated', () => {
  expect(without('Why? Because.', 'Why?')).toBe('Because.')
  expect(without('Because.', 'Why?')).toBe('Because.')
})
