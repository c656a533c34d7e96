// Who is ahead: by the game's own figure where it has one, else by points.
import type { Table } from '../api/wire'
import type { Entry, GameWords, Snapshot } from '../board'
import { fill } from '../words/fill'
import { figure } from '../words/figures'

/** The place of each seat, from 1; those who are level share one. Whoever has won is ahead of everybody. */
export function places({ headline, scores, winners }: Pick<Snapshot, 'headline' | 'scores' | 'winners'>): number[] {
  const merits = headline.length > 0 ? headline.map(({ place }) => -place) : scores
  const isBefore = (one: number, other: number) => {
    const won = Number(winners.includes(one + 1)) - Number(winners.includes(other + 1))
    return won !== 0 ? won > 0 : merits[one]! > merits[other]!
  }
  return merits.map((_, seat) => 1 + merits.filter((_, other) => isBefore(other, seat)).length)
}

/** The figure that people look at first. */
export const mainFigure = ({ headline, scores }: Snapshot, seat: number): number => headline[seat]?.figure ?? scores[seat] ?? 0

/** Whether the rules ended the match, not people; older versions did not keep what did. */
export const endedByRules = ({ result }: Pick<Table, 'result'>): boolean => result === null || result.ended === 'rules'

/** One sentence that says why the winner has won; "" where nobody did, several did, or there was nobody else. */
export function whyWon(end: Snapshot, words: GameWords, names: string[], otherwise: string): string {
  const [winner, second] = end.winners
  if (winner === undefined || second !== undefined || names.length < 2) return ''
  const won = winner - 1
  const placed = places(end)
  const others = names.map((_, seat) => seat).filter((seat) => seat !== won)
  const next = others.reduce((best, seat) => (placed[seat]! < placed[best]! ? seat : best))
  const [n, m] = [won, next].map((seat) => figure(mainFigure(end, seat)))
  return fill(words.headline.why ?? otherwise, { name: names[won], n, other: names[next], m })
}

/** What a seat's figure is made of, filled in with what was said of it last; "" where the game does not say it. */
export function figureMadeOf(log: Entry[], words: GameWords, seat: number): string {
  const template = words.headline.parts ?? ''
  const fields = [...template.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!)
  const event = log.flatMap(({ events }) => events).findLast((one) => one.seat === seat && fields.every((field) => field in one))
  return event && template !== '' ? fill(template, event) : ''
}

/** `one|many` of the game's headline. */
export const headlineLong = (words: GameWords, n: number): string => fill(counted(words.headline.long ?? '{n}', n), { n: figure(n) })

/** What it counts. */
export const headlineUnit = (words: GameWords, n: number): string => counted(words.headline.unit ?? '', n)

function counted(text: string, n: number): string {
  const [one, many] = text.split('|')
  return many === undefined || n === 1 ? one! : many
}
