// The signs of people at a table: one each, the same wherever they are shown.
import { games } from './api/http'
import type { GameFacts } from './api/wire'
import { marksAt, type SeatSignOf, type SignOf } from './marks'

let known = $state.raw<GameFacts[]>([])

/**
 * What stands for each seat: how its pieces look, as the position or else the game says, or the mark of whoever sits there.
 * To be called where it is derived: what the games say may come later.
 */
export function signsAt(table: { game: string; seats: { mark?: string }[] }, ofPosition: SeatSignOf = () => null): SignOf {
  games().then(
    (found) => (known = found),
    () => undefined, // asked again when something changes at the table
  )
  const { game, seats } = table
  const given = known.find(({ id }) => id === game)?.signs[seats.length]
  const marks = marksAt(seats.map(({ mark }) => mark))
  return (seat) => ofPosition(seat) ?? given?.[seat] ?? marks[seat]!
}
