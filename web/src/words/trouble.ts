// A refusal in words one can show.
import { Refusal } from '../api/http'
import type { Code } from '../api/wire'
import { WORDS } from './words'
import { say } from './say.svelte'

export function trouble(error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  return error.status === 0 ? say('noAnswer') : refusal(error.code, error.status, error.freeName)
}

/** What is to be said if it fails; nothing if it does not. */
export const troubleWith = (doing: Promise<unknown>) => doing.then(() => '', trouble)

/** Why the server refused something. A newer server may have reasons that this page has no words for. */
export function refusal(code: Code | '', status = 0, free = ''): string {
  if (code === '' || code === 'http') return say('serverTrouble', { status })
  const key = `refused-${code}` as const
  return key in WORDS ? say(key, { free }) : say('serverTrouble', { status })
}
