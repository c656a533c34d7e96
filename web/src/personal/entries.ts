// Entries to deals of the day that the server has not taken yet: kept, and sent as soon as it answers.
import { enterDaily, Refusal } from '../api/http'
import type { DailyInfo } from '../api/wire'
import { keep, recall } from '../keep'

const KEY = 'daily-entries'
const TOO_MANY = 429

export interface KeptEntry {
  game: string
  day: string
  name: string
}

export const keptEntries = () => recall<KeptEntry[]>(KEY, [])

const isSame = (one: KeptEntry, other: KeptEntry) => one.game === other.game && one.day === other.day

export function keepEntry(entry: KeptEntry): void {
  keep(KEY, [...keptEntries().filter((one) => !isSame(one, entry)), entry])
}

function drop(entry: KeptEntry): void {
  keep(
    KEY,
    keptEntries().filter((one) => !isSame(one, entry)),
  )
}

/** What the server says of the day now. It stays kept where no answer came, and not where it was refused for good. */
export async function send(entry: KeptEntry): Promise<DailyInfo> {
  keepEntry(entry)
  try {
    const info = await enterDaily(entry.game, entry.day, entry.name)
    drop(entry)
    return info
  } catch (error) {
    if (error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== TOO_MANY) drop(entry)
    throw error
  }
}

/** Whatever waits, one after the other; what fails waits on. */
export async function sendKept(): Promise<void> {
  for (const entry of keptEntries()) await send(entry).catch(() => null)
}
