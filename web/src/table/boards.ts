// The boards, each in its game's own folder. They are found, not listed: a new game needs no change here.
import type { BoardModule } from '../board'
import { readLayout } from '../boards/plain'

const found = import.meta.glob<BoardModule>('../../../src/periplo/games/*/web/Board.svelte')
const own = (game: string) => found[`../../../src/periplo/games/${game}/web/Board.svelte`]

export const hasOwnBoard = (game: string): boolean => own(game) !== undefined

/** A game's board: its own, or a plain one with what the layout says; null where that says nothing, for a board of text. */
export async function boardOf(game: string, layout: unknown): Promise<BoardModule | null> {
  const load = own(game)
  if (load) return load()
  return readLayout(layout) ? ((await import('../boards/PlainBoard.svelte')) as BoardModule) : null
}
