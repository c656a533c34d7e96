// A board on which an official presses what a seat decides: what the seat sees is asked for whenever something changed.
import { behalf } from '../api/http'
import type { Behalf, Official, Table } from '../api/wire'
import type { Choice, Snapshot } from '../board'
import type { TableSession } from '../table/session.svelte'
import type { Desk } from './desk.svelte'

interface Seen {
  answer: Behalf
  /** The last line when it was asked for: with another one something has changed. */
  line: number
  n: number
}

export interface StageView {
  snapshot: Snapshot
  view: unknown
  facts: unknown
}

export class Deciding {
  private seen: Seen | null = $state.raw(null)
  /** Seats that had nothing left to decide, as of a line. */
  private idle: { line: number; seats: number[] } = $state.raw({ line: -1, seats: [] })
  /** The seat that somebody chose to decide for, where several may. */
  private wanted: number | null = $state(null)

  /** To be made while a component is set up. `isOn` says whether anybody looks. */
  constructor(
    private readonly session: TableSession,
    private readonly desk: Desk,
    private readonly table: () => Table,
    private readonly office: Official,
    isOn: () => boolean = () => true,
  ) {
    $effect(() => {
      const { live, connection } = session
      const { line } = desk
      const { seat } = this
      if (seat === null || live === null || connection === 'lost' || !isOn()) return
      let overtaken = false
      behalf(table().id, seat).then(
        (answer) => {
          if (!overtaken) this.receive({ answer, line, n: live.n })
        },
        () => undefined, // asked for again when the connection is back, or something has changed
      )
      return () => (overtaken = true)
    })
  }

  private receive(seen: Seen): void {
    this.seen = seen
    if (seen.answer.choices.length > 0) return
    const known = this.idle.line === seen.line ? this.idle.seats : []
    this.idle = { line: seen.line, seats: [...known, seen.answer.seat] }
    if (this.wanted === seen.answer.seat) this.wanted = null
  }

  /** The seats that people decide for now, from 1. Who draws in secret is listed until all have finished. */
  get seats(): number[] {
    const { live } = this.session
    const seats = this.table().seats
    return (live?.actors ?? []).filter((actor) => actor !== 'table' && seats[Number(actor) - 1]?.kind !== 'bot').map(Number)
  }

  /** The seat that is decided for: the chosen one, or the first that has something to decide. */
  get seat(): number | null {
    const { seats } = this
    if (this.wanted !== null && seats.includes(this.wanted)) return this.wanted
    const idle = this.idle.line === this.desk.line ? this.idle.seats : []
    return seats.find((seat) => !idle.includes(seat)) ?? null
  }

  choose(seat: number): void {
    this.wanted = seat
  }

  private readonly fitting = $derived.by((): Seen | null => {
    const { shown, ready } = this.session
    const { seen, seat } = this
    return ready && seen !== null && seen.answer.seat === seat && seen.n === shown?.n ? seen : null
  })

  /** What the board shows: as the seat sees it while it decides. */
  readonly stage = $derived.by((): StageView | null => {
    const { shown } = this.session
    if (shown === null) return null
    const seen = this.fitting
    if (seen === null) return { snapshot: shown, view: shown.view, facts: shown.derived }
    const { seat, choices, view, derived } = seen.answer
    const legal = { ...shown.legal, [seat]: choices.map(({ text }) => text) }
    return { snapshot: { ...shown, legal, choices: { ...shown.choices, [seat]: choices } }, view, facts: derived }
  })

  readonly choices = $derived.by((): Choice[] => {
    const seen = this.fitting
    const { line, asking } = this.desk
    return seen === null || seen.line !== line || asking > 0 || !this.desk.allows(this.office, 'act') ? [] : seen.answer.choices
  })

  /** The line of the seat's last decision, where the log does not show it yet; 0 for none. */
  get lastLine(): number {
    return this.fitting?.answer.line ?? 0
  }

  act(text: string): void {
    const seat = this.seat
    if (seat === null || !this.choices.some((choice) => choice.text === text)) return
    void this.desk.ask(this.office, { t: 'act', seat, action: text })
  }
}
