// A refusal in words one can show.
import { Refusal } from '../api/http'
import { say } from './say.svelte'

export function trouble(error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  if (error.status === 0) return say('noAnswer')
  if (error.code === 'no-table') return say('noSuchTable')
  if (error.code === 'too-fast' || error.code === 'not-yours' || error.code === 'not-now') return say(`refused-${error.code}`)
  // what is wrong with an option only the game can tell, and it does so in English
  return error.message === '' ? say('serverTrouble', { status: error.status }) : error.message
}
