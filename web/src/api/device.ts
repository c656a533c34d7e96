// Who this device is: a secret of its own, and the tokens of the seats it holds.
import { keep, recall } from '../keep'
import { randomText } from '../random'
import type { Tokens } from './wire'

const SECRET_BYTES = 32
const TABLES_KEPT = 200

let secret: string | null = null

export function deviceSecret(): string {
  secret ??= recall<string | null>('device', null)
  if (secret === null) {
    secret = randomText(SECRET_BYTES)
    keep('device', secret)
  }
  return secret
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
