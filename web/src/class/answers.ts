// The answers that a team's phone offers: to its own question, or aside to another team's.
import type { Choice, Snapshot } from '../board'
import type { Side, Team } from '../api/wire'
import { adviceAt, hasHand, ownAdvice } from '../table/teams'

/** The actions that answer a question, by their letters. */
export const answersIn = (choices: Choice[]): Record<string, string> =>
  Object.fromEntries(choices.flatMap(({ text, answer }) => (answer ? [[answer, text]] : [])))

export interface Offer {
  /** Whose question it is: the team's own, another team's, or none that this team may answer now. */
  kind: 'own' | 'aside' | 'none'
  /** What stands for each letter over the wire. */
  actions: Record<string, string>
  /** The letter that this phone has given or suggested. */
  chosen: string | null
  /** How many phones of the team suggest each letter. */
  advised: Record<string, number>
}

/** What the phone that looks may answer, or suggest to the one of its team that acts. */
export function offerFor(team: Team, snapshot: Snapshot, side: Side | null): Offer {
  const own = answersIn(snapshot.choices[String(team.seat)] ?? [])
  const isOwn = Object.keys(own).length > 0
  const mayAside = !isOwn && side !== null && side.may.includes(team.seat)
  const actions = isOwn ? own : mayAside ? Object.fromEntries(side.letters.map((letter) => [letter, letter])) : {}
  const counts = adviceAt(team, snapshot.n)
  const suggested = ownAdvice(team, snapshot.n)
  const letterOf = (action: string | null) => Object.keys(actions).find((letter) => actions[letter] === action) ?? null
  return {
    kind: isOwn ? 'own' : mayAside ? 'aside' : 'none',
    actions,
    chosen: side?.yours[String(team.seat)] ?? (hasHand(team) ? null : letterOf(suggested)),
    advised: Object.fromEntries(Object.entries(actions).flatMap(([letter, action]) => (counts[action] ? [[letter, counts[action]]] : []))),
  }
}
