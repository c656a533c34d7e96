// What a spin or a crossing would bring, read from what the server foretells, and how it is said.
import type { Consequence, GameWords } from '$web/board'
import { fill } from '$web/words/fill'
import type { Derived, Siege, Way } from './picture'

type Away = Pick<Derived['spins_away'][number], 'spins' | 'to'>

/** A sentence about what a choice would bring. */
export interface Said {
  text: string
  /** Whether it warns: of what helps a rival, or hurts whoever does it. */
  bad?: boolean
  /** Whether it is said however little room there is. */
  kept?: boolean
}

export interface Brings {
  /** Triangles that would be made; `counts` where the seat is given something for it. */
  made: { gap: string; colour: number; hue: string; counts: boolean }[]
  /** How many advances the seat would gain. */
  gains: number
  /** Whether an advance would be lost, for the dial is full. */
  isFull: boolean
  struck: { seat: number; loses: number; goesBack: boolean }[]
  /** Rivals that one more triangle would then surround. */
  besieged: number[]
  /** Marked triangles that would be broken. */
  broken: string[]
  /** How many more spins would then open a way towards the goal, and to where, if it would take fewer than now; null if not. */
  nearer: Away | null
  /** The same if it would take more. */
  farther: Away | null
  opened: Way[]
  closed: Way[]
  /** What the seat would have left after paying for a crossing; null where none is paid for. */
  leaves: number | null
  wins: boolean
}

export function bringsOf({ events, new: added, gone }: Consequence, seat: number): Brings {
  const of = (kind: string) => events.filter((event) => event.kind === kind)
  const backs = of('sent_back').map((event) => event.seat)
  const crossed = of('crossed')[0]
  return {
    made: events.flatMap(({ kind, gap, colour, hue }) =>
      kind === 'formed' || kind === 'repeated'
        ? [{ gap: gap as string, colour: colour as number, hue: hue as string, counts: kind === 'formed' }]
        : [],
    ),
    gains: of('gained').filter((event) => event.seat === seat).length,
    isFull: of('lost').some((event) => event.seat === seat),
    struck: of('surrounded').map(({ other, loses }) => ({
      seat: other as number,
      loses: loses as number,
      goesBack: backs.includes(other as number),
    })),
    besieged: [...new Set(((added.sieges ?? []) as Siege[]).map((siege) => siege.seat))],
    broken: of('unmarked').map((event) => event['hue'] as string),
    ...spinsAway(gone, added),
    opened: (added.ways ?? []) as Way[],
    closed: (gone.ways ?? []) as Way[],
    leaves: crossed ? (crossed.advances as number) : null,
    wins: of('won').length > 0,
  }
}

function spinsAway(gone: Consequence['gone'], added: Consequence['new']): Pick<Brings, 'nearer' | 'farther'> {
  const [before, after] = [gone, added].map((lists) => ((lists.spins_away ?? []) as Derived['spins_away'])[0])
  // where a way opens or closes, that is what is said
  if (!before || !after || before.spins === 0 || after.spins === 0) return { nearer: null, farther: null }
  return { nearer: after.spins < before.spins ? after : null, farther: after.spins > before.spins ? after : null }
}

/** Whether a spin brings the way as near as the other way to spin the same wheel, or nearer. */
export function isNearest(one: Brings | undefined, other: Brings | undefined): boolean {
  return !!one?.nearer && (!other?.nearer || one.nearer.spins <= other.nearer.spins)
}

const towards = (list: Way[]) => list.filter(({ nearer }) => nearer > 0)

/** The ways towards their goals that a spin would open to rivals. */
export const opensToRivals = ({ opened }: Brings, seat: number): Way[] => towards(opened).filter((way) => way.seat !== seat)

/** What it would bring, warnings first, then the most telling; a sentence alone where it is nothing. */
export function sayBrings(brings: Brings, seat: number, { web, words }: GameWords, names: string[]): Said[] {
  const said: Said[] = []
  const say = (key: string, fields: object, how: Omit<Said, 'text'> = {}) => said.push({ text: fill(web[key]!, fields), ...how })
  const isOwn = (way: Way) => way.seat === seat
  const warn = { bad: true, kept: true }
  // a piece that has crossed has other ways: that is no news
  const stays = brings.leaves === null
  for (const { seat: rival, to, to_go } of opensToRivals(brings, seat))
    say(to_go === 0 ? 'would_open_last' : 'would_open_rival', { name: names[rival], to }, warn)
  if (stays) for (const { to } of towards(brings.closed).filter(isOwn)) say('would_close', { to }, warn)
  for (const { seat: rival, loses, goesBack } of brings.struck)
    say(goesBack ? 'would_send_back' : 'would_surround', { name: names[rival], loses }, { kept: true })
  for (const { hue, counts } of brings.made)
    say(counts ? (brings.isFull ? 'would_make_full' : 'would_make') : 'would_repeat', { hue: words[hue] })
  if (stays) for (const { to } of towards(brings.opened).filter(isOwn)) say('would_open', { to })
  for (const rival of brings.besieged) say('would_besiege', { name: names[rival] })
  if (stays && brings.nearer) say(brings.nearer.spins === 1 ? 'would_near_one' : 'would_near', { n: brings.nearer.spins, to: brings.nearer.to })
  if (stays && brings.farther) say('would_farther', { n: brings.farther.spins, to: brings.farther.to })
  for (const way of towards(brings.closed)) if (!isOwn(way)) say('would_close_rival', { name: names[way.seat], to: way.to })
  const [hue, ...more] = brings.broken
  if (hue !== undefined) say(more.length > 0 ? 'would_break_many' : 'would_break', { hue: words[hue], n: brings.broken.length }, { kept: true })
  if (stays)
    for (const { to, nearer } of brings.opened.filter(isOwn))
      if (nearer <= 0) say(nearer < 0 ? 'would_open_back' : 'would_open_aside', { to })
  return said.length > 0 || !stays ? said : [{ text: web.would_do_nothing! }]
}

const LINES = 5
const LETTERS = 22 // in a line, with room for words that go to the next one

/** As many of these sentences as there is room for on a button, in their order: those that are kept, and at least one. */
export function fitting(said: Said[]): Said[] {
  const lines = ({ text }: Said) => Math.ceil(text.length / LETTERS)
  let room = said.filter(({ kept }) => kept).reduce((left, one) => left - lines(one), LINES)
  return said.filter((one, n) => one.kept || (room -= lines(one)) >= 0 || n === 0)
}
