// Seats that are this device's by its key, though it has no tokens for them: it sits down there again.
import { keepTokens, seatTokens } from '../api/device'
import { myTables, sitDown } from '../api/http'
import type { Table } from '../api/wire'

/** How many seats of a table came along. Whoever held them by their old tokens is shown out. */
export async function claim(table: Table, seats = table.yours): Promise<number> {
  const lacking = seats.filter((seat) => !(seat in seatTokens(table.id)))
  for (const seat of lacking) {
    const { name, mark } = table.seats[seat - 1]!
    const { token } = await sitDown(table.id, seat, name, mark)
    keepTokens(table.id, { [seat]: token })
  }
  return lacking.length
}

export async function claimAll(): Promise<number> {
  let count = 0
  for (const table of await myTables()) if (table.status !== 'over' && table.trouble === null) count += await claim(table)
  return count
}
