// From a wish to a table: opened, its tokens kept, started when nobody is waited for.
import { keepTokens } from './api/device'
import { appoint, openTable, startTable } from './api/http'
import type { GameFacts, NewTable, SeatSetup, Table } from './api/wire'
import { naming } from './naming.svelte'
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

const USUALLY = { options: {}, listed: false, chat: true, limit: 0, throws: 'press', chance: 'drawn' } as const

/** A bot with the name that its seat, from 0, usually has. */
export const namedBot = (game: GameFacts, bot: string, seat: number): SeatSetup => {
  const name = game.default_names[settings.language]?.[seat]
  return name === undefined ? { kind: 'bot', bot } : { kind: 'bot', bot, name }
}

/** A table of me, once I have a name, and others; null if nobody gives one. */
const openWith = (game: GameFacts, others: SeatSetup[], more: Partial<NewTable> = {}): Promise<string | null> =>
  naming.once((name) => open({ ...USUALLY, game: game.id, seats: [{ kind: 'me', name, mark: settings.mark }, ...others], ...more }))

const bots = (game: GameFacts, bot: string, seats: number) => Array.from({ length: seats - 1 }, (_, i) => namedBot(game, bot, i + 1))

/** As few as there may be, but not alone. */
const fewest = (game: GameFacts) => Math.max(game.fewest_seats, 2)

/** Me against bots, everything else as usual. */
export const playNow = (game: GameFacts, seats = usualSeats(game), bot = USUAL_BOT) => openWith(game, bots(game, bot, seats))

/** A first game: me against one bot that does not play its best. */
export const playFirst = (game: GameFacts) => playNow(game, fewest(game), EASY_BOT)

/** Me against bots of one strength. */
export const challenge = (game: GameFacts, bot: string) => playNow(game, fewest(game), bot)

/** A listed table for people who want to be rated. */
export const openRated = (game: GameFacts) =>
  openWith(game, Array.from({ length: fewest(game) - 1 }, () => ({ kind: 'open' })), { listed: true, chat: false, rated: true })

/** A table for a class: teams join it by a code, and this device is the teacher's. */
export async function openForClass(wanted: Pick<NewTable, 'game' | 'options' | 'limit' | 'throws'>, teams: number, classroom: NonNullable<NewTable['classroom']>): Promise<string> {
  const seats: SeatSetup[] = Array.from({ length: teams }, () => ({ kind: 'open' }))
  const { table, tokens } = await openTable({ ...USUALLY, ...wanted, seats, chat: false, hints: false, judge: 'host', classroom })
  keepTokens(table.id, tokens)
  return viewPath(table.id, 'teacher')
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
  seats.map(({ kind, name, mark, bot }) => (kind === 'bot' ? { kind, bot, name } : { kind: 'captain', name, mark }))
