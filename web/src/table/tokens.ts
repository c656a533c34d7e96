// Which of the tokens that a device holds at a class table a page of it comes with.
import type { Tokens } from '../api/wire'

/** The name under which a phone keeps its place in a team. */
export const PHONE = 'phone'
export const TEACHER = 'teacher'
export const WALL = 'wall'

/**
 * The wall is for everybody's eyes and comes as a spectator; the teacher's page leaves aside the teams that the same
 * browser tries out; and a team's page comes with nothing but its place in the team.
 */
export function tokensFor(view: string, held: Tokens): string[] {
  if (view === WALL) return []
  const { [PHONE]: phone, ...others } = held
  if (view === '' && phone !== undefined) return [phone]
  return Object.values(others)
}
