// What games lend to a class table, each from its own folder. It is found, not listed: a new game needs no change here.
import type { ClassroomModule } from '../board'

const found = import.meta.glob<ClassroomModule>('../../../src/periplo/games/*/web/classroom.ts')

/** A game's question card and its teams; null for a game that has none of its own. */
export async function classroomOf(game: string): Promise<ClassroomModule | null> {
  return (await found[`../../../src/periplo/games/${game}/web/classroom.ts`]?.()) ?? null
}
