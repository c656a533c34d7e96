import { expect, test } from 'vitest'
import { standings } from './standings'

test('whoever wins is first whatever the totals, and equal totals share a rank', () => {
  const ranks = standings([5, 9, 5, 1], [4]).map(({ seat, rank }) => [seat, rank])
  expect(ranks).toEqual([
    [4, 1],
    [2, 2],
    [1, 3],
    [3, 3],
  ])
})
