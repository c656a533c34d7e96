import { expect, test } from 'vitest'
import { grouped } from './actions'

const texts = (...all: string[]) => all.map((text) => ({ text }))

test('few actions stay together, many are grouped by their first word', () => {
  expect(grouped([])).toEqual([])
  expect(grouped(texts('stay', 'swap 2'))).toEqual([{ word: '', actions: texts('stay', 'swap 2') }])
  const many = [...'abcdefghijkl'].map((square) => `head ${square}`)
  expect(grouped(texts(...many, 'stop')).map((group) => group.word)).toEqual(['head', 'stop'])
})

test('actions of three words are grouped by two of them', () => {
  const spins = [...'abcdefg'].flatMap((wheel) => [`spin ${wheel} left`, `spin ${wheel} right`])
  expect(grouped(texts(...spins))[0]).toEqual({ word: 'spin a', actions: texts('spin a left', 'spin a right') })
})
