import { expect, test } from 'vitest'
import { fromWords, toWords } from './recovery'

const NOW = '00112233445566778899aabbccddeeff'
const OLDER = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'

test.each([NOW, OLDER])('%s can be written down and comes back', (secret) => {
  const words = toWords(secret)!
  expect(words.every((word) => /^[a-z]{5}$/.test(word))).toBe(true)
  expect(fromWords(words.join(' '))).toBe(secret)
  expect(fromWords(`  ${words.join('-').toUpperCase()}\n`)).toBe(secret)
})

test('a secret of today is nine words, an older one seventeen', () => {
  expect(toWords(NOW)).toHaveLength(9)
  expect(toWords(OLDER)).toHaveLength(17)
  expect(toWords('somebody-made-this-in-another-way-altogether')).toBeNull()
})

test('what is wrong with the words is said', () => {
  const words = toWords(NOW)!
  expect(fromWords(words.slice(1).join(' '))).toEqual({ fault: 'count' })
  expect(fromWords('')).toEqual({ fault: 'count' })
  expect(fromWords([...words.slice(0, 8), 'hello'].join(' '))).toEqual({ fault: 'word', word: 'hello' })
  expect(fromWords([words[1], words[0], ...words.slice(2)].join(' '))).toEqual({ fault: 'check' })
})
