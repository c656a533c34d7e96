// How the pieces of a seat look, where no board is shown that says so.
import { layout } from '../api/http'
import type { Table } from '../api/wire'
import type { SeatSignOf } from '../marks'
import { boardOf } from '../table/boards'

/** Of a view, the sign of each seat, from 0. */
export async function loadSigns({ game, seats, options }: Table): Promise<(view: unknown) => SeatSignOf> {
  const laid = await layout(game, seats.length, options)
  const board = await boardOf(game, laid)
  return (view) => (seat) => board?.seatSign?.(laid, view, seat)
}
