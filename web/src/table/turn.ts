// Whose turn it is and what is to be done, in one line.
import type { GameWords, Snapshot } from '../board'
import { figure } from '../words/figures'
import { say } from '../words/say.svelte'
import { translatePhrase } from '../words/translate'

/** `looks` is the seat (from 1) this screen plays for; null for a spectator. While `waits`, it cannot act yet. */
export function turnLine(
  snapshot: Snapshot,
  names: string[],
  looks: number | null,
  seatsHere: number,
  words: GameWords | null = null,
  waits = false,
): string {
  const named = (seat: number) => names[seat - 1] ?? String(seat)
  if (snapshot.over && names.length === 1) return pointsAlone(snapshot.scores[0] ?? 0, named(1), looks === 1)
  if (snapshot.over) {
    const winners = snapshot.winners.map(named).join(', ')
    // at one screen the name says more
    if (looks !== null && seatsHere === 1 && snapshot.winners.includes(looks)) return say('youWin', { n: snapshot.winners.length, name: winners })
    return winners === '' ? say('nobodyWins') : say('wins', { n: snapshot.winners.length, name: winners })
  }
  if (snapshot.verdict) {
    const { seat, by, yours } = snapshot.verdict
    if (yours) return say('youJudge', { name: named(seat) })
    if (by.length === 0) return say('spectatorJudges', { name: named(seat) })
    return say('othersJudge', { name: named(seat), judge: by.map(named).join(', ') })
  }
  const mine = looks !== null && (snapshot.actors.includes(String(looks)) || snapshot.thrower === looks)
  if (mine && waits) return say('tableActs')
  if (mine) {
    const task = snapshot.tasks?.[String(looks)]
    const what = task && words ? translatePhrase(task, words, names) : ''
    const throws = snapshot.thrower === looks
    const whose = seatsHere > 1 ? say(throws ? 'throwOf' : 'turnOf', { name: named(looks) }) : say(throws ? 'yourThrow' : 'yourTurn')
    return what ? `${whose}: ${what}` : whose
  }
  if (snapshot.thrower !== null) return say('throwOf', { name: named(snapshot.thrower) })
  const seats = snapshot.actors.filter((actor) => actor !== 'table').map((actor) => named(Number(actor)))
  return seats.length === 0 ? say('tableActs') : say('turnOf', { name: seats.join(', ') })
}

/** Nobody wins against nobody: what counts is the points. */
function pointsAlone(points: number, name: string, isMine: boolean): string {
  const n = points === 1 ? points : figure(points)
  return isMine ? say('youHavePoints', { n }) : say('hasPoints', { name, n })
}
