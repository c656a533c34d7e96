import { describe, expect, test } from 'vitest'
import { toward } from './keys'

const place = (name: string, x: number, y: number) => ({ name, x, y })
const middle = place('b2', 0, 0)

describe('an arrow key leads to the nearest place on its side', () => {
  const places = [place('b3', 76, 0), place('c2', 38, 66), place('a2', -38, -66), place('b5', 228, 0)]
  test.each([
    ['ArrowRight', 'b3'],
    ['ArrowDown', 'c2'],
    ['ArrowUp', 'a2'],
    ['ArrowLeft', 'a2'],
    ['Enter', undefined],
  ])('%s', (key, found) => expect(toward(middle, places, key)?.name).toBe(found))
  test('or nowhere', () => expect(toward(places[3]!, places, 'ArrowRight')).toBeUndefined())
})

test('between two places as near, up and down lead back', () => {
  const places = [place('a1', -50, -87), place('a2', 50, -87), place('b1', -100, 0), middle, place('b3', 100, 0)]
  const up = toward(middle, places, 'ArrowUp')!
  expect(up.name).toBe('a2')
  expect(toward(up, places, 'ArrowDown')).toBe(middle)
})
