// From a wish to a table: opened, its tokens kept, started when nobody is waited for.
import { keepTokens } from './api/device'
import { appoint, openTable, startTable } from './api/http'
import type { GameFacts, NewTable, SeatSetup, Table } from './api/wire'
import { USUAL_BOT, usualSeats } from './presets'
import { tablePath, viewPath } from './route'
import { settings } from './settings.svelte'

export { USUAL_BOT, usualSeats }
const EASY_BOT = 'easy'

/** The new table's path. */
export async function open(wanted: NewTable): Promise<string> {
  const { table, tokens } = await openTable(wanted)
  keepTokens(table.id, tokens)
  if (wanted.seats.every((place) => place.kind !== 'open')) await startTable(table.id)
  return tablePath(table.id)
}

/** Me against bots, everything else as usual. */
export function playNow(game: GameFacts, seats = usualSeats(game), bot = USUAL_BOT): Promise<string> {
  const bots = Array.from({ length: seats - 1 }, () => ({ kind: 'bot' as const, bot }))
  return open({
    game: game.id,
    options: {},
    seats: [{ kind: 'me', name: settings.name, mark: settings.mark }, ...bots],
    listed: false,
    chat: true,
    limit: 0,
    throws: 'press',
    chance: 'drawn',
  })
}

/** A first game: me against one bot that does not play its best. */
export const playFirst = (game: GameFacts): Promise<string> => playNow(game, Math.max(2, game.fewest_seats), EASY_BOT)

const USUALLY = { options: {}, listed: false, chat: true, limit: 0, throws: 'press', chance: 'drawn' } as const

const me = () => ({ kind: 'me' as const, name: settings.name, mark: settings.mark })

/** As few others as there may be. */
const others = <Place extends SeatSetup>(game: GameFacts, place: Place) =>
  Array.from({ length: Math.max(game.fewest_seats, 2) - 1 }, () => place)

/** Me against bots of one strength. */
export function challenge(game: GameFacts, bot: string): Promise<string> {
  return open({ ...USUALLY, game: game.id, seats: [me(), ...others(game, { kind: 'bot', bot })] })
}

/** A listed table for people who want to be rated. */
export function openRated(game: GameFacts): Promise<string> {
  const seats = [me(), ...others(game, { kind: 'open' })]
  return open({ ...USUALLY, game: game.id, seats, listed: true, chat: false, rated: true })
}

/** A real table whose referee is this device alone: it enters what the dice show, decides for everybody and corrects. */
export async function openWithOwnDice(game: string, options: Record<string, unknown>, seats: SeatSetup[]): Promise<string> {
  const event = { title: '', place: '', date: '', organiser: settings.name, confirm: 0 as const, rosters: [] }
  const wanted = { game, options, seats, listed: false, chat: false, limit: 0, throws: 'press', chance: 'real', event } as const
  const { table, tokens } = await openTable(wanted)
  keepTokens(table.id, tokens)
  const { official, token } = await appoint(table.id, 'judge', settings.name)
  keepTokens(table.id, { [official]: token })
  await startTable(table.id)
  return viewPath(table.id, 'referee')
}

/** The same people and bots once more. */
export const sameSeats = ({ seats }: Table): SeatSetup[] =>
  seats.map(({ kind, name, mark, bot }) => (kind === 'bot' ? { kind, bot } : { kind: 'captain', name, mark }))
