// What a spin or a crossing would bring, read from what the server foretells, and how it is said.
import type { Consequence, GameWords } from '$web/board'
import { fill } from '$web/words/fill'
import type { Derived, Siege, Way } from './picture'

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
  nearer: { spins: number; to: string } | null
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
    nearer: fewerSpins(gone, added),
    opened: (added.ways ?? []) as Way[],
    closed: (gone.ways ?? []) as Way[],
    leaves: crossed ? (crossed.advances as number) : null,
    wins: of('won').length > 0,
  }
}

function fewerSpins(gone: Consequence['gone'], added: Consequence['new']): Brings['nearer'] {
  const [before, after] = [gone, added].map((lists) => ((lists.spins_away ?? []) as Derived['spins_away'])[0])
  return before && after && after.spins > 0 && after.spins < before.spins ? after : null
}

/** Whether a spin brings the way as near as the other way to spin the same wheel, or nearer. */
export function isNearest(one: Brings | undefined, other: Brings | undefined): boolean {
  return !!one?.nearer && (!other?.nearer || one.nearer.spins <= other.nearer.spins)
}

/** What it would bring, the most telling first; a sentence alone where it is nothing. `other` is what the same wheel's other spin would bring. */
export function sayBrings(brings: Brings, seat: number, { web, words }: GameWords, names: string[], other?: Brings): string[] {
  const said: string[] = []
  for (const { seat: rival, loses, goesBack } of brings.struck)
    said.push(fill(web[goesBack ? 'would_send_back' : 'would_surround']!, { name: names[rival], loses }))
  for (const { hue, counts } of brings.made)
    said.push(fill(web[counts ? (brings.isFull ? 'would_make_full' : 'would_make') : 'would_repeat']!, { hue: words[hue] }))
  for (const rival of brings.besieged) said.push(fill(web.would_besiege!, { name: names[rival] }))
  const ways = (list: Way[], isMine: boolean) => list.filter((way) => (way.seat === seat) === isMine)
  const towards = (list: Way[], isMine: boolean) => ways(list, isMine).filter(({ nearer }) => nearer > 0)
  // a piece that has crossed has other ways: that is no news
  const stays = brings.leaves === null
  if (stays) {
    for (const { to } of towards(brings.opened, true)) said.push(fill(web.would_open!, { to }))
    if (brings.nearer) {
      const { spins, to } = brings.nearer
      said.push(fill(web[spins === 1 ? 'would_near_one' : 'would_near']!, { n: spins, to }))
      if (other?.nearer?.spins === spins) said.push(web.either!)
    }
    for (const { to } of towards(brings.closed, true)) said.push(fill(web.would_close!, { to }))
  }
  for (const way of towards(brings.opened, false)) said.push(fill(web.would_open_rival!, { name: names[way.seat], to: way.to }))
  for (const way of towards(brings.closed, false)) said.push(fill(web.would_close_rival!, { name: names[way.seat], to: way.to }))
  for (const hue of brings.broken) said.push(fill(web.would_break!, { hue: words[hue] }))
  if (stays)
    for (const { to, nearer } of ways(brings.opened, true))
      if (nearer <= 0) said.push(fill(web[nearer < 0 ? 'would_open_back' : 'would_open_aside']!, { to }))
  return said.length > 0 || !stays ? said : [web.would_do_nothing!]
}

const LINES = 4
const LETTERS = 21 // in a line, with room for words that go to the next one

/** The first of these sentences, as many as there is room for on a button; at least one. */
export function fitting(said: string[]): string[] {
  let lines = 0
  return said.filter((sentence, n) => (lines += Math.ceil(sentence.length / LETTERS)) <= LINES || n === 0)
}
