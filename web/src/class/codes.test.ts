import { expect, test } from 'vitest'
import { codeIn, inHalves, isWhole, readCode, spoken } from './codes'

test('a code is read in either case and with spaces, hyphens and more between its letters', () => {
  for (const typed of ['BCDFGH', 'bcdfgh', ' bcd fgh ', 'BCD-FGH', 'b.c.d.f.g.h!']) expect(readCode(typed)).toBe('BCDFGH')
  expect(readCode('bcdfghjk')).toBe('BCDFGH')
  expect(isWhole(readCode('bcd f'))).toBe(false)
})

test('a code is shown in two halves', () => {
  expect(inHalves('BCDFGH')).toEqual(['BCD', 'FGH'])
})

test('a wall elsewhere has the code in its link', () => {
  expect(codeIn('#code=BCDFGH')).toBe('BCDFGH')
  for (const hash of ['', '#code=', '#code=BCD', '#code=<b>xyz', '#seat=BCDFGH']) expect(codeIn(hash)).toBeNull()
})

test('an address is read aloud without what browsers add', () => {
  expect(spoken('http://192.168.1.20:8000/join')).toBe('192.168.1.20:8000/join')
})
