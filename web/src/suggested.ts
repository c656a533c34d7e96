// The game for somebody who has never played here.
import type { GameFacts } from './api/wire'
import { usualSeats } from './presets'

/** One that has lessons before one that has none, then the one that is over soonest. */
export function suggested(games: GameFacts[]): GameFacts | undefined {
  const ease = (game: GameFacts): [number, number] => {
    const [few, many] = game.durations[String(usualSeats(game))] ?? [Infinity, Infinity]
    return [game.lessons > 0 ? 0 : 1, few! + many!]
  }
  return games.toSorted((one, other) => {
    const [a, b] = [ease(one), ease(other)]
    return a[0] - b[0] || a[1] - b[1]
  })[0]
}
