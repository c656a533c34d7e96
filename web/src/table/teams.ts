// The phones of a team: which one acts, who waits, what the others suggest.
import type { Side, Team } from '../api/wire'

/** Whether the phone that looks is the one that acts. */
export const hasHand = (team: Team): boolean => team.you !== null && team.you === team.hand

/** Whether the phone that looks has been let in. */
export const isIn = (team: Team): boolean => team.phones.some(({ member, admitted }) => member === team.you && admitted)

export const waiting = (team: Team): Team['phones'] => team.phones.filter(({ admitted }) => !admitted)

export const playing = (team: Team): Team['phones'] => team.phones.filter(({ admitted }) => admitted)

/** Whether the phone that acts is there. */
export const handIsHere = (team: Team): boolean => team.phones.some(({ member, here }) => member === team.hand && here)

/** How many phones suggest each thing that may be done at snapshot `n`. */
export function adviceAt(team: Team, n: number): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { action } of team.advice.filter((one) => one.n === n)) counts[action] = (counts[action] ?? 0) + 1
  return counts
}

/** What the phone that looks suggests at snapshot `n`. */
export const ownAdvice = (team: Team, n: number): string | null =>
  team.advice.find((one) => one.member === team.you && one.n === n)?.action ?? null

/** Among all teams, the one that came anew in its place. */
export const withTeam = (teams: Team[], team: Team): Team[] =>
  [...teams.filter(({ seat }) => seat !== team.seat), team].sort((one, other) => one.seat - other.seat)

export interface SidePlace {
  seat: number
  points: number
  place: number
}

/** The table of the side contest, best first; who has as many points has the same place. */
export function sidePlaces({ points }: Side): SidePlace[] {
  const places = points.map((own, i) => ({ seat: i + 1, points: own, place: 1 + points.filter((other) => other > own).length }))
  return places.sort((one, other) => one.place - other.place || one.seat - other.seat)
}
