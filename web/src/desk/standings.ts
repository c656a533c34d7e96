// Ranks, as minutes give them: the rules' winners first, the others by total, and equal totals share a rank.

export interface Rank {
  seat: number
  rank: number
  total: number
}

export function standings(totals: number[], winners: number[]): Rank[] {
  const merit = ({ seat, total }: Omit<Rank, 'rank'>) => (winners.includes(seat) ? Infinity : total)
  const all = totals.map((total, i) => ({ seat: i + 1, total }))
  return all
    .map((one) => ({ ...one, rank: 1 + all.filter((other) => merit(other) > merit(one)).length }))
    .sort((one, other) => one.rank - other.rank)
}
