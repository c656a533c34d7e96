// A refusal in words one can show.
import { Refusal } from '../api/http'
import { say } from './say.svelte'

export function trouble(error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  if (error.status === 0) return say('noAnswer')
  if (error.message !== '') return error.message
  return error.status === 404 ? say('noSuchTable') : say('serverTrouble', { status: error.status })
}
