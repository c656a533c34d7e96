import { expect, test } from 'vitest'
import type { Entry, GameEvent, GameWords } from '../board'
import { captionOf, firstSince, joinCaptions, lastTurn, reasonsOf, seatBySeat } from './captions'

const words = {
  events: { sang: '{seat} sings.' },
  words: {},
  titles: { 'A-2': 'Going astray', 'A-3': 'Singing' },
  banners: {
    threw: '{dice}',
    'walked/leader': 'to {to}|to {to}',
    walked: '',
    lost: 'one is lost|{n} are lost',
    'lost:seat': 'one of yours is lost|{n} of yours are lost',
    caught: 'catches {other}',
    'caught:other': 'catches you',
    freed: 'is free',
    fell: '! back to the start',
  },
} as unknown as GameWords
const names = ['Badia', 'Stormo', 'Noria']
const entry = (actor: string, ...events: object[]) => ({ n: 1, actor, events: events.map((event) => ({ rule: 'A-1', ...event })) }) as unknown as Entry
const said = (one: Entry, me: number | null) => captionOf(one, words, names, me)?.parts.map(({ text }) => text)

const throws = entry(
  'table',
  { kind: 'threw', seat: 0, dice: [1, 1] },
  { kind: 'walked', seat: 0, piece: 'leader', to: 1 },
  { kind: 'walked', seat: 0, piece: 'leader', to: 2 },
  { kind: 'walked', seat: 0, piece: 'stray', to: 7 },
  ...[1, 2, 3].map(() => ({ rule: 'A-2', kind: 'lost', seat: 0 })),
)

test('what is alike is one part, what is of no weight is none', () => {
  expect(said(throws, 1)).toEqual(['1+1', 'to 2', '3 are lost'])
})

test('what ends a round is told of whom it is about, not of who ended it', () => {
  expect(captionOf(entry('1', { kind: 'freed', seat: 2 }), words, names, 0)?.seat).toBe(2)
  const ends = entry('table', { kind: 'walked', seat: 0, piece: 'stray', to: 7 }, { kind: 'freed', seat: 2 })
  expect(captionOf(ends, words, names, 0)).toMatchObject({ seat: 2, parts: [{ text: 'is free' }] })
  const told = joinCaptions([captionOf(throws, words, names, 0)!, captionOf(ends, words, names, 0)!], words, names, 0)
  expect(told.map(({ seat }) => seat)).toEqual([0, 2])
})

test('the same several times in a row is said once, with how often', () => {
  const freed = { kind: 'freed', seat: 0 }
  expect(said(entry('1', freed, freed, { kind: 'caught', seat: 0, other: 2 }, freed), 1)).toEqual(['is free ×2', 'catches Noria', 'is free'])
})

test('what is important comes first where not all would fit', () => {
  const fell = { kind: 'fell', seat: 0 }
  expect(said(entry('1', { kind: 'freed', seat: 0 }, fell), 1)).toEqual(['is free', 'back to the start'])
  const many = [1, 2, 3, 4, 5, 6, 7].map((to) => ({ kind: 'caught', seat: 0, other: to % 3 }))
  expect(said(entry('1', ...many, fell), 1)?.[0]).toBe('back to the start')
  expect(captionOf(entry('1', fell), words, names, 1)?.parts[0]?.strong).toBe(true)
})

test('the last turn is what one seat did without a break', () => {
  const [mine, first, second] = [entry('2'), entry('1'), entry('1')]
  expect(lastTurn([mine, first, second], second)).toEqual([first, second])
  expect(lastTurn([mine, first, second], mine)).toEqual([mine])
})

test('whoever it happens to is told so', () => {
  expect(said(throws, 0)).toEqual(['1+1', 'to 2', '3 of yours are lost'])
  const caught = entry('1', { kind: 'caught', seat: 0, other: 2 })
  expect(said(caught, 1)).toEqual(['catches Noria'])
  expect(said(caught, 2)).toEqual(['catches you'])
  expect(captionOf(caught, words, names, 2)?.parts[0]?.toMe).toBe(true)
  expect(captionOf(caught, words, names, 0)?.parts[0]?.toMe).toBe(false)
})

test('what happens to another than whose turn it is names them, after what is theirs', () => {
  const both = entry('1', { kind: 'freed', seat: 1 }, { kind: 'freed', seat: 0 })
  expect(said(both, 2)).toEqual(['is free', 'Stormo: is free'])
  expect(said(entry('1', { kind: 'freed', seat: 0 }), 2)).toEqual(['is free'])
})

test('without a banner the sentence stands, and nothing where nothing is to be said', () => {
  expect(said(entry('2', { kind: 'sang', seat: 1 }), 0)).toEqual(['Stormo sings.'])
  expect(captionOf(entry('2', { kind: 'walked', seat: 1, piece: 'stray', to: 3 }), words, names, 0)).toBe(null)
})

test('the turns of others are told turn by turn', () => {
  const captions = [throws, throws, entry('2', { kind: 'sang', seat: 1 })].map((one) => captionOf(one, words, names, 2)!)
  const told = joinCaptions(captions, words, names, 2)
  expect(told.map(({ seat }) => seat)).toEqual([0, 1])
  expect(told[0]!.parts.map(({ text }) => text)).toEqual(['1+1', 'to 2', '6 are lost', '1+1'])
})

test('a clause with a title explains; in a game without titles its number does', () => {
  const caption = captionOf(throws, words, names, 1)!
  expect(reasonsOf(caption, words).map(({ title }) => title)).toEqual(['Going astray'])
  const untitled = { ...words, titles: {} } as GameWords
  expect(reasonsOf(caption, untitled).map(({ title }) => title)).toEqual(['A-2', 'A-1'])
  expect(reasonsOf(caption, untitled)[0]!.part.event satisfies GameEvent).toBe(throws.events.at(-1))
})

test('what happened last is explained first, after what was done to the reader', () => {
  const both = entry('1', { rule: 'A-2', kind: 'caught', seat: 0, other: 2 }, { rule: 'A-3', kind: 'sang', seat: 0 })
  const titles = (me: number) => reasonsOf(captionOf(both, words, names, me)!, words).map(({ title }) => title)
  expect(titles(1)).toEqual(['Singing', 'Going astray'])
  expect(titles(2)).toEqual(['Going astray', 'Singing'])
})

test('what one has missed begins with the own last turn, also where the own last action came after what others did', () => {
  const by = (...actors: string[]) => actors.map((actor, at) => ({ ...entry(actor), n: at + 1 }))
  const inTurn = by('1', '2', '1', '1', '2', '3')
  expect(firstSince(inTurn, 0, null)).toBe(2)
  expect(firstSince(inTurn, 0, 2)).toBe(2)
  const atOnce = by('table', '1', '1', '2', '3', '1', 'table')
  expect(firstSince(atOnce, 0, null)).toBe(5)
  expect(firstSince(atOnce, 0, 1)).toBe(1)
})

test('what several did at the same time is told seat by seat, what they did in turn is not', () => {
  const log = ['2', '3', '2', '3', '2'].map((actor, at) => ({ ...entry(actor), n: at + 1 }))
  const order = (seenAt: (one: Entry) => number) => seatBySeat(log, seenAt).map(({ n }) => n)
  expect(order(() => 1)).toEqual([1, 3, 5, 2, 4])
  expect(order(({ n }) => n)).toEqual([1, 2, 3, 4, 5])
  expect(order(({ n }) => Math.min(n, 4))).toEqual([1, 2, 3, 5, 4])
})
