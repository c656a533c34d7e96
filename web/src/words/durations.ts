// How long a game lasts, as people say it.
import type { GameFacts } from '../api/wire'
import { usualSeats } from '../presets'
import { say } from './say.svelte'

const WIDE = 4 // times the least: then only the most is of use

/** "about 15–25 minutes for 3"; nothing where nobody knows. */
export function durationFor(game: GameFacts, seats = usualSeats(game)): string {
  const span = game.durations[String(seats)]
  if (span === undefined) return ''
  const [few = 0, many = 0] = span
  if (many > WIDE * few) return say('mostlyMinutes', { minutes: many, n: seats })
  return say('aboutMinutes', { minutes: few === many ? String(few) : `${few}–${many}`, n: seats })
}
