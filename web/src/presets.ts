// The usual ways to play, and who sits where with each of them.
import type { GameFacts } from './api/wire'

const USUAL_SEATS = 3
export const USUAL_BOT = 'medium'

export type Preset = 'solo' | 'bot' | 'here' | 'link' | 'class' | 'own'

// `who` is me, screen (somebody else at this screen), open, or bot:LEVEL; with real dice everybody is at this screen, or a bot
export interface Row {
  who: string
  name: string
}

const OTHERS: Record<Preset, string> = { solo: '', bot: `bot:${USUAL_BOT}`, here: 'screen', link: 'open', class: 'open', own: 'screen' }

export function usualSeats(game: GameFacts): number {
  return Math.max(game.fewest_seats, Math.min(game.most_seats, USUAL_SEATS))
}

/** Those that a game has, the quickest first. */
export function fitting(game: GameFacts): Preset[] {
  const fits: Record<Preset, boolean> = {
    bot: game.most_seats > 1,
    solo: game.fewest_seats === 1,
    here: game.most_seats > 1,
    link: game.most_seats > 1,
    class: game.classroom,
    own: true,
  }
  return (['bot', 'solo', 'here', 'link', 'class', 'own'] as const).filter((preset) => fits[preset])
}

/** The seats of a new table, mine first. */
export function rowsFor(preset: Preset, game: GameFacts, me: string): Row[] {
  const pair = Math.max(2, game.fewest_seats)
  const seats = { solo: 1, bot: pair, here: pair, link: usualSeats(game), class: usualSeats(game), own: usualSeats(game) }[preset]
  const first = preset === 'own' ? { who: 'screen', name: me } : { who: 'me', name: '' }
  return Array.from({ length: seats }, (_, i) => (i === 0 ? first : { who: OTHERS[preset], name: '' }))
}

/** Whether only people play, each on a device of their own. */
export const mayBeRated = (rows: Row[]): boolean =>
  rows.length > 1 && rows.every(({ who }) => who === 'me' || who === 'open') && rows.filter(({ who }) => who === 'me').length <= 1

/** What a seat that is added begins as. */
export const another = (preset: Preset): Row => ({ who: OTHERS[preset] || OTHERS.bot, name: '' })
