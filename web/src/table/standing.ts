// Who is ahead: by the game's own figure where it has one, else by points.
import type { GameWords, Snapshot } from '../board'
import { fill } from '../words/fill'
import { figure } from '../words/figures'

/** The place of each seat, from 1; those who are level share one. Whoever has won is ahead of everybody. */
export function places({ headline, scores, winners }: Pick<Snapshot, 'headline' | 'scores' | 'winners'>): number[] {
  if (headline.length > 0) return headline.map(({ place }) => place)
  const isBefore = (one: number, other: number) => {
    const won = Number(winners.includes(one + 1)) - Number(winners.includes(other + 1))
    return won !== 0 ? won > 0 : scores[one]! > scores[other]!
  }
  return scores.map((_, seat) => 1 + scores.filter((_, other) => isBefore(other, seat)).length)
}

/** The figure that people look at first. */
export const mainFigure = ({ headline, scores }: Snapshot, seat: number): number => headline[seat]?.figure ?? scores[seat] ?? 0

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

/** `one|many` of the game's headline. */
export function headlineLong(words: GameWords, n: number): string {
  const [one, many] = (words.headline.long ?? '{n}').split('|')
  return fill(many === undefined || n === 1 ? one! : many, { n: figure(n) })
}
