// What a spin or a crossing would bring, read from what the server foretells, and how it is said.
import type { Consequence, GameWords } from '$web/board'
import { fill } from '$web/words/fill'
import type { Way } from './picture'

export interface Brings {
  /** Triangles that would be made; `counts` where the seat is given something for it. */
  made: { gap: string; colour: number; hue: string; counts: boolean }[]
  /** How many advances the seat would gain. */
  gains: number
  /** Whether an advance would be lost, for the dial is full. */
  isFull: boolean
  struck: { seat: number; loses: number; goesBack: boolean }[]
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
    opened: (added.ways ?? []) as Way[],
    closed: (gone.ways ?? []) as Way[],
    leaves: crossed ? (crossed.advances as number) : null,
    wins: of('won').length > 0,
  }
}

/** What it would bring, the most telling first; a sentence alone where it is nothing. */
export function sayBrings(brings: Brings, seat: number, { web, words }: GameWords, names: string[]): string[] {
  const said = brings.wins ? [web.wins_now!] : []
  for (const { seat: rival, loses, goesBack } of brings.struck)
    said.push(fill(web[goesBack ? 'would_send_back' : 'would_surround']!, { name: names[rival], loses }))
  for (const { hue, counts } of brings.made)
    said.push(fill(web[counts ? (brings.isFull ? 'would_make_full' : 'would_make') : 'would_repeat']!, { hue: words[hue] }))
  const own = (ways: Way[]) => ways.filter((way) => way.seat === seat)
  const rivals = (ways: Way[]) => [...new Set(ways.filter((way) => way.seat !== seat).map((way) => names[way.seat]))]
  // a piece that has crossed has other ways: that is no news
  if (brings.leaves === null) {
    for (const { to } of own(brings.opened)) said.push(fill(web.would_open!, { to }))
    for (const { to } of own(brings.closed)) said.push(fill(web.would_close!, { to }))
  }
  for (const name of rivals(brings.opened)) said.push(fill(web.would_open_rival!, { name }))
  for (const name of rivals(brings.closed)) said.push(fill(web.would_close_rival!, { name }))
  return said.length > 0 || brings.leaves !== null ? said : [web.would_do_nothing!]
}
