// Who this device is: a secret of its own, and the tokens of the seats it holds.
import { keep, recall } from '../keep'
import { randomHex } from '../random'
import type { Tokens } from './wire'

const SECRET_BYTES = 16 // nobody guesses them, and they are few enough to be written down as words
const TABLES_KEPT = 200

let secret: string | null = null

export function deviceSecret(): string {
  secret ??= recall<string | null>('device', null)
  if (secret === null) {
    secret = randomHex(SECRET_BYTES)
    keep('device', secret)
  }
  return secret
}

/** This device is another one from now on: it has that one's matches. The seats whose tokens it has stay its own. */
export function becomeDevice(other: string): void {
  secret = other
  keep('device', other)
}

/** This device is nobody any more: it makes itself a new secret when it needs one. */
export function forgetDevice(): void {
  secret = null
  kept = null
}

// a list, not an object: the oldest table is forgotten first
let kept: [table: string, tokens: Tokens][] | null = null

function all(): [string, Tokens][] {
  kept ??= recall<[string, Tokens][]>('seats', [])
  return kept
}

export function seatTokens(table: string): Tokens {
  return all().find(([id]) => id === table)?.[1] ?? {}
}

export function keepTokens(table: string, tokens: Tokens): void {
  const others = all().filter(([id]) => id !== table)
  kept = [...others, [table, { ...seatTokens(table), ...tokens }] as [string, Tokens]].slice(-TABLES_KEPT)
  keep('seats', kept)
}

export function dropToken(table: string, token: string): void {
  const left = Object.entries(seatTokens(table)).filter(([, one]) => one !== token)
  kept = all().map(([id, tokens]) => (id === table ? [id, Object.fromEntries(left)] : [id, tokens]))
  keep('seats', kept)
}

/** The table is gone. */
export function forgetTable(table: string): void {
  kept = all().filter(([id]) => id !== table)
  keep('seats', kept)
}
