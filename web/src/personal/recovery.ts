// A device's secret as words that can be written down and read out, and back. Sixteen bits are a word of five letters,
// consonants and vowels in turn, so that no list of words is needed and none of a language. The last word is a check.
import { sha256 } from '../api/sha256'

const CONSONANTS = 'bdfghjklmnprstvz'
const VOWELS = 'aiou'
const WORD = new RegExp(`^([${CONSONANTS}][${VOWELS}]){2}[${CONSONANTS}]$`)
const BYTES = [16, 32] // of a secret made now, and of one made by an older version

export type Fault = { fault: 'word'; word: string } | { fault: 'count' | 'check' }

/** None for a secret that somebody made in another way: it can still be moved by its link. */
export function toWords(secret: string): string[] | null {
  const bytes = bytesOf(secret)
  if (bytes === null) return null
  const words: string[] = []
  for (let i = 0; i < bytes.length; i += 2) words.push(wordOf((bytes[i]! << 8) | bytes[i + 1]!))
  return [...words, check(bytes)]
}

/** The secret, or what is wrong with the words. */
export function fromWords(text: string): string | Fault {
  const words = text.toLowerCase().split(/[\s,.-]+/).filter((word) => word !== '')
  const wrong = words.find((word) => !WORD.test(word))
  if (wrong !== undefined) return { fault: 'word', word: wrong }
  const bytes = words.slice(0, -1).flatMap((word) => [numberOf(word) >> 8, numberOf(word) & 255])
  if (!BYTES.includes(bytes.length)) return { fault: 'count' }
  if (check(bytes) !== words.at(-1)) return { fault: 'check' }
  return secretOf(bytes)
}

function bytesOf(secret: string): number[] | null {
  if (/^[0-9a-f]{32}$/.test(secret)) return secret.match(/../g)!.map((part) => parseInt(part, 16))
  if (!/^[A-Za-z0-9_-]{43}$/.test(secret)) return null
  const text = atob(secret.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = [...text].map((letter) => letter.charCodeAt(0))
  return secretOf(bytes) === secret ? bytes : null
}

function secretOf(bytes: number[]): string {
  if (bytes.length === BYTES[0]) return hex(bytes)
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const hex = (bytes: number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
const check = (bytes: number[]) => wordOf(parseInt(sha256(hex(bytes).padEnd(64, '0')).slice(0, 4), 16))

function wordOf(number: number): string {
  const consonant = (at: number) => CONSONANTS[(number >> at) & 15]!
  const vowel = (at: number) => VOWELS[(number >> at) & 3]!
  return consonant(12) + vowel(10) + consonant(6) + vowel(4) + consonant(0)
}

function numberOf(word: string): number {
  return [...word].reduce((number, letter, i) => (i % 2 === 0 ? (number << 4) | CONSONANTS.indexOf(letter) : (number << 2) | VOWELS.indexOf(letter)), 0)
}
