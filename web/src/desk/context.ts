// What every page of a real table is given.
import type { DeskWords, Official, Table } from '../api/wire'
import type { GameWords } from '../board'
import type { TableSession } from '../table/session.svelte'
import type { Desk } from './desk.svelte'
import type { Wording } from './sentences'

export interface PageProps {
  session: TableSession
  desk: Desk
  table: Table
  words: GameWords
  deskWords: DeskWords
  wording: Wording
  /** The office by which this page asks; null on pages that anybody may open. */
  office: Official | null
  /** The snapshot that the address asks to look back at. */
  at: number | null
}
