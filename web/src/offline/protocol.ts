// What the page and the worker with the rules say to each other.

export type ToWorker =
  | { t: 'ask'; id: number; method: string; target: string; body: string }
  | { t: 'connect'; connection: number; table: string }
  | { t: 'say'; connection: number; text: string }
  | { t: 'leave'; connection: number }

export type FromWorker =
  | { t: 'answer'; id: number; status: number; kind: string; text: string }
  | { t: 'said'; connection: number; text: string }
  | { t: 'closed'; connection: number; code: number }
  /** A bot begins to choose, or has chosen. */
  | { t: 'thinking'; on: boolean }
  /** The rules could not be started. */
  | { t: 'broken'; why: string }
