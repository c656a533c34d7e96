import { expect, test } from 'vitest'
import { standings } from './standings'

test('seats come by their ranks, and those that share one in the order of play', () => {
  const ranked = standings({ totals: [5, 9, 5, 1] }, [3, 2, 3, 1]).map(({ seat, rank, total }) => [seat, rank, total])
  expect(ranked).toEqual([
    [4, 1, 1],
    [2, 2, 9],
    [1, 3, 5],
    [3, 3, 5],
  ])
})
