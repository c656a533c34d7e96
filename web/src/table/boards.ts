// The boards, each in its game's own room. They are found, not listed: a new room needs no change here.
import type { BoardModule } from '../board'

const found = import.meta.glob<BoardModule>('../../../src/periplo/games/*/web/Board.svelte')

/** How to load a game's board; undefined for a game without one, which is shown as text. */
export function boardOf(game: string): (() => Promise<BoardModule>) | undefined {
  return found[`../../../src/periplo/games/${game}/web/Board.svelte`]
}
