// The boards, each in its game's own room. They are found, not listed: a new room needs no change here.
import type { Component } from 'svelte'
import type { BoardProps } from '../board'

type Load = () => Promise<{ default: Component<BoardProps> }>

const found = import.meta.glob<{ default: Component<BoardProps> }>('../../../src/periplo/games/*/web/Board.svelte')

/** How to load a game's board; undefined for a game without one, which is shown as text. */
export function boardOf(game: string): Load | undefined {
  return found[`../../../src/periplo/games/${game}/web/Board.svelte`]
}
