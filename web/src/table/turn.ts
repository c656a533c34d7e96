// Whose turn it is, in one line.
import type { Moment } from '../board'
import { say } from '../words/say.svelte'

/** `looks` is the seat (from 1) this screen plays for; null for a spectator. */
export function turnLine(moment: Moment, names: string[], looks: number | null, seatsHere: number): string {
  const named = (seat: number) => names[seat - 1] ?? String(seat)
  if (moment.over) {
    const winners = moment.winners.map(named).join(', ')
    return winners === '' ? say('nobodyWins') : say('wins', { n: moment.winners.length, name: winners })
  }
  const mine = looks !== null && (moment.actors.includes(String(looks)) || moment.thrower === looks)
  if (mine && seatsHere > 1) return say(moment.thrower === looks ? 'throwOf' : 'turnOf', { name: named(looks) })
  if (mine) return say(moment.thrower === looks ? 'yourThrow' : 'yourTurn')
  if (moment.thrower !== null) return say('throwOf', { name: named(moment.thrower) })
  const seats = moment.actors.filter((actor) => actor !== 'table').map((actor) => named(Number(actor)))
  return seats.length === 0 ? say('tableActs') : say('turnOf', { name: seats.join(', ') })
}
