// How everybody stands, best first; the server gives the ranks.

export interface Rank {
  seat: number
  rank: number
  total: number
}

export function standings({ totals }: { totals: number[] }, ranks: number[]): Rank[] {
  return ranks.map((rank, i) => ({ seat: i + 1, rank, total: totals[i]! })).sort((one, other) => one.rank - other.rank)
}
