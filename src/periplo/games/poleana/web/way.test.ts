import { describe, expect, it } from 'vitest'
import { walk } from './way'

describe('the way of a colour', () => {
  it('is 54 steps from the own exit to the own nine', () => {
    for (const side of [1, 2, 3, 4]) {
      const nine = `${side === 1 ? 4 : side - 1}:9`
      expect(walk(`${side}:0`, side, 54, false).at(-1)).toBe(nine)
    }
  })

  it('is 61 pips to freedom by the yard, 70 by the three galleries', () => {
    expect(walk('3:0', 3, 61, false).at(-1)).toBe('out')
    expect(walk('3:0', 3, 60, false).at(-1)).toBe('e6')
    expect(walk('3:0', 3, 70, true).at(-1)).toBe('out')
  })

  it('goes from one side to the next, except at the own nine', () => {
    expect(walk('1:8', 1, 3, false)).toEqual(['1:9', '2:10', '2:11'])
    expect(walk('1:8', 2, 3, false)).toEqual(['1:9', 'e1', 'e2'])
    expect(walk('4:9', 2, 1, false)).toEqual(['1:10'])
  })

  it('divides at a fourteen, and the gallery leads out to the four', () => {
    expect(walk('2:13', 1, 3, false)).toEqual(['2:14', '2:0', '2:1'])
    expect(walk('2:13', 1, 3, true)).toEqual(['2:14', '2/1', '2/2'])
    expect(walk('2/6', 1, 3, false)).toEqual(['2/7', '2:4', '2:5'])
  })
})
