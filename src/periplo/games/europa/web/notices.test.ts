import { expect, test } from 'vitest'
import type { Entry, GameEvent, GameWords, Snapshot, Translated } from '$web/board'
import { answerIn, flagsOf, lastAnswer, linesOf, outlookOf, storyIn, without } from './notices'
import type { Face, Goal } from './race'

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
  const mine = answerIn(entries, before({ 2: [{ text: 'answer A', answer: 'A' }] }), {})!
  expect(mine).toMatchObject({ seat: 1, deck: 'spain', right: false, given: 'C', letter: 'B', exam: [1, 1], mine: true })
  expect(mine.question!.en.ask).toBe('Why?')
  expect(answerIn(entries, before({}), {})!.mine).toBe(false)
  expect(answerIn(entries, before({ 2: [{ text: 'throw' }] }), {})!.mine).toBe(false)
  expect(answerIn(entries, null, {})).toMatchObject({ mine: false, question: null })
  expect(answerIn([entry([leave], [null])], null, {})).toBeNull()
  expect(answerIn([entry([{ ...wrong, exam: undefined }], [footnote('')])], null, {})!.exam).toBeNull()
})

test('an answer says what it brought, and where a flag that was not won can still be won', () => {
  const words = { web: { flag_ahead: '{country}: ahead', flag_behind: 'by plane' }, words: { spain: 'Spain' } } as unknown as GameWords
  const entries = [entry([wrong, leave, { rule: '', kind: 'threw', seat: 1 }], [footnote('Why? Because.'), null, null])]
  const outlook = (ahead: string[], behind: string[]) => outlookOf(answerIn(entries, null, { lacking: { 2: { ahead, behind } } })!, words)
  expect(answerIn(entries, null, {})!.follows.map(({ kind }) => kind)).toEqual(['must_leave'])
  expect([outlook(['spain'], []), outlook([], ['spain']), outlook([], [])]).toEqual([['Spain: ahead'], ['by plane'], []])
})

test('a team is shown its next flag and those that lie behind', () => {
  const web = {
    next_flag: '{country}, {sign}: {cities}',
    next_throw: '{country}: {cities}',
    next_first: '{squares} squares to {city}',
    next_city: '{squares} to {city}',
    next_need: 'a {throw} ({city})',
    next_need_plane: 'the plane ({city})',
    next_or: ' or ',
  }
  const words = { web: { ...web, flags_behind: 'behind: {countries}' }, words: { spain: 'Spain', 'route-4': 'green ◆' } } as unknown as GameWords
  const goal = { city: 'x', country: 'spain', at: 9, squares: 11 }
  const known = { next: { 2: goal }, lacking: { 2: { ahead: [], behind: ['spain', 'malta'] } } }
  expect(flagsOf(known, words, 1, 4)).toEqual({ ahead: 'Spain, green ◆: 11 squares to x', behind: 'behind: Spain, malta' })
  const ahead = (...cities: Goal['cities'] & object) => flagsOf({ next: { 2: { ...goal, cities } } }, words, 1, 4).ahead
  const [x, y, z] = [8, 10, 12].map((squares, n) => ({ city: 'xyz'[n]!, squares }))
  expect(ahead(x!, y!, z!)).toBe('Spain, green ◆: 8 squares to x, 10 to y or 12 to z')
  // what a throw can reach comes alone
  expect(ahead({ ...x!, throw: 2 }, { ...y!, throw: 'plane' }, z!)).toBe('Spain: a 2 (x) or the plane (y)')
  expect(flagsOf(known, words, 0, 4)).toEqual({ ahead: '', behind: '' })
})

test('whoever has all flags is shown the way home', () => {
  const web = { home_far: '{squares} left', home_near: 'a {throw}', home_plane: 'the plane', home_failed: 'failed' }
  const home = (squares: number, face?: Face) =>
    flagsOf({ home: { 1: { at: 125, squares, ...(face && { throw: face }) } } }, { web } as unknown as GameWords, 0, 1).ahead
  expect([home(10), home(6, 'plane'), home(1, 1), home(0)]).toEqual(['10 left', 'the plane', 'a 1', 'failed'])
})

test('the last answer stands whatever is thrown, on its own card alone', () => {
  const answered = { ...entry([wrong], [footnote('Because.')]), n: 5 }
  const threw = { ...entry([{ rule: '', kind: 'threw', seat: 0, die: 3 }], [null]), n: 6 }
  const asked = (n: number) => ({ ...before({}), n })
  expect(lastAnswer([threw, answered], asked(4))!.question!.en.ask).toBe('Why?')
  expect(lastAnswer([answered], asked(1))).toMatchObject({ letter: 'B', question: null })
  expect(lastAnswer([answered, threw], asked(4))).toMatchObject({ letter: 'B' })
  expect(lastAnswer([threw], null)).toBeNull()
})

test('only instructions have a story, and what they do', () => {
  const drew = { rule: '', kind: 'drew', seat: 0, deck: 'france', card: 7 }
  const go = { rule: '', kind: 'told_go', seat: 0, city: 'marseille' }
  const known = { lacking: { 1: { ahead: [], behind: ['france'] } } }
  const story = storyIn([entry([drew, go], [footnote('Off to the port.'), null])], known)!
  expect(story).toEqual({ seat: 0, deck: 'france', footnote: footnote('Off to the port.'), does: go, outlook: 'behind' })
  const words = { events: { told_go: 'to {city}' }, words: {}, web: { no_question: 'No question.', flag_behind: 'By plane.' } } as unknown as GameWords
  expect(linesOf(story, words, ['A'])).toEqual(['to marseille', 'No question.', 'By plane.'])
  expect(storyIn([entry([drew], [null])], known)).toBeNull()
})

test('a question is not repeated', () => {
  expect(without('Why? Because.', 'Why?')).toBe('Because.')
  expect(without('Because.', 'Why?')).toBe('Because.')
})
