// This device's part in a table's dice: it promises a random value for each of its seats, shows it when all promises
// are fixed, and looks whether it is among what is published. docs/protocol.md, "Draws", says why.
import { sha256 } from '../api/sha256'
import type { Request, Table } from '../api/wire'
import { keep, recall } from '../keep'

const TABLES_KEPT = 50
const BYTES = 32

type Values = Record<string, string> // by seat, from 1

export function newValue(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

// kept, so that a page that is loaded again, or a second one, gives the same
const all = () => recall<[table: string, values: Values][]>('dice', [])
const valuesOf = (table: string): Values => all().find(([id]) => id === table)?.[1] ?? {}

function keepValues(table: string, values: Values): void {
  const others = all().filter(([id]) => id !== table)
  keep('dice', [...others, [table, values]].slice(-TABLES_KEPT))
}

export class Mixing {
  private values: Values
  private readonly asked = new Set<string>()

  constructor(
    private readonly id: string,
    private readonly ask: (request: Request) => void,
  ) {
    this.values = valuesOf(id)
  }

  /** Contribute what is due; the seats whose value is not where it should be by now. */
  look(table: Table, seats: number[]): number[] {
    const { dice, promises, contributions } = table
    for (const seat of seats) {
      if (dice !== 'gathering' || table.seats[seat - 1]!.left) continue
      if (promises === null) this.once({ t: 'promise', seat, hash: sha256(this.value(seat)) })
      else if (this.isPromised(seat, promises)) this.once({ t: 'contribute', seat, value: this.values[seat]! })
    }
    return seats.filter((seat) => {
      const value = this.values[seat]
      if (value === undefined || promises === null) return false
      return !this.isPromised(seat, promises) || (contributions !== null && contributions[seat] !== value)
    })
  }

  /** Whether the dice have this device's value for the seat in them. */
  has(table: Table, seat: number): boolean {
    const value = this.values[seat]
    return value !== undefined && table.contributions?.[seat] === value
  }

  private value(seat: number): string {
    this.values = { ...this.values, ...valuesOf(this.id) }
    if (this.values[seat] === undefined) {
      this.values = { ...this.values, [seat]: newValue() }
      keepValues(this.id, this.values)
    }
    return this.values[seat]!
  }

  private isPromised(seat: number, promises: Values): boolean {
    const value = this.values[seat]
    return value !== undefined && promises[seat] === sha256(value)
  }

  /** The socket asks again by itself after a lost connection. */
  private once(request: Request & { seat: number }): void {
    const key = `${request.t} ${request.seat}`
    if (this.asked.has(key)) return
    this.asked.add(key)
    this.ask(request)
  }
}
