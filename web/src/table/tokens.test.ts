import { expect, test } from 'vitest'
import { tokensFor } from './tokens'

const held = { teacher: 'chalk', phone: 'sponge' }

test('a wall comes with no token, so that it is never sent what the teacher may see', () => {
  expect(tokensFor('wall', held)).toEqual([])
})

test('the teacher who tries a team in the same browser is the teacher on one page and the team on the other', () => {
  expect(tokensFor('teacher', held)).toEqual(['chalk'])
  expect(tokensFor('', held)).toEqual(['sponge'])
})

test('at every other table all that is held is shown', () => {
  expect(tokensFor('', { 1: 'one', 2: 'two' })).toEqual(['one', 'two'])
  expect(tokensFor('referee', { judge: 'whistle' })).toEqual(['whistle'])
})
