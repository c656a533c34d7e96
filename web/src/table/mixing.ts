// This device's part in a table's dice: it promises a random value for each of its seats, shows it when all promises
// are fixed, and holds the server to what it has published and acknowledged. docs/protocol.md, "Draws", says why.
import { sha256 } from '../api/sha256'
import type { Answer, Snapshot, Proof, Request, Table } from '../api/wire'
import { keep, recall } from '../keep'

const TABLES_KEPT = 50
const BYTES = 32
const PARTS = ['commitment', 'promises', 'contributions'] as const

type Values = Record<string, string> // by seat, from 1

/** What a server did that an honest one never does; `lie-…` in the words says it to people. */
export type Lie = (typeof PARTS)[number] | 'missing' | 'other' | 'early' | 'secret'

/** What is known of one table's dice. Whatever comes later must agree with it. */
interface Kept {
  commitment: string | null
  promises: Values | null
  contributions: Values | null
  /** Whether the commitment was here before the contributions were shown. */
  before: boolean
  /** Of the seats held here. */
  values: Values
  /** What the server said "done" to, as `promise 1`. */
  acknowledged: string[]
  lies: Lie[]
}

/** What a proof was found to be, compared with what was kept. */
export interface Findings {
  lies: Lie[]
  before: boolean
  /** Seats whose value is in the dice as it was given here. */
  mine: string[]
}

export function newValue(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

// kept in the browser, so that a page that is loaded again, or a second one, gives the same and is shown the same
const all = () => recall<[table: string, kept: Kept][]>('dice', []).filter(([, kept]) => 'values' in kept)

function hash(value: string): string | null {
  try {
    return sha256(value)
  } catch {
    return null // no value at all
  }
}

function same(one: string | Values, other: string | Values): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  const seats = Object.keys(one)
  return seats.length === Object.keys(other).length && seats.every((seat) => one[seat] === other[seat])
}

export class Mixing {
  private kept: Kept = {
    commitment: null,
    promises: null,
    contributions: null,
    before: false,
    values: {},
    acknowledged: [],
    lies: [],
  }
  private readonly received = new Set<string>() // parts, by this page itself
  private readonly asked = new Set<string>()

  constructor(
    private readonly id: string,
    private readonly ask: (request: Request) => Promise<Answer>,
  ) {
    this.reread()
  }

  get lies(): Lie[] {
    return this.kept.lies
  }

  get commitment(): string | null {
    return this.kept.commitment
  }

  /** Compare what is published with what is kept, and contribute what is due; the seats whose value came too late. */
  look(table: Table, seats: number[]): number[] {
    this.reread()
    this.compare(table)
    const leftOut = this.missing(table).filter((seat) => seats.includes(seat))
    if (this.lies.length === 0 && this.kept.commitment !== null && table.commitment === this.kept.commitment) {
      for (const seat of seats) if (!table.seats[seat - 1]!.left) this.contribute(table, seat)
    }
    this.save(seats.length > 0)
    return leftOut
  }

  /** Nothing is drawn or done before the dice are mixed. */
  lookAt(snapshot: Snapshot, table: Table): void {
    if (table.dice !== 'gathering' || snapshot.entries.length === 0) return
    this.accuse('early')
    this.save(false)
  }

  /** Compare the proof of a finished table with what is kept. */
  check(proof: Proof): Findings {
    this.reread()
    const { commitment, contributions, values, acknowledged } = this.kept
    if (proof.commitment !== commitment) this.accuse('commitment')
    if (hash(proof.secret) !== commitment) this.accuse('secret')
    if (contributions !== null && !same(contributions, proof.contributions)) this.accuse('contributions')
    const given = Object.keys(values)
    const mine = given.filter((seat) => proof.contributions[seat] === values[seat])
    if (given.some((seat) => acknowledged.includes(`contribute ${seat}`) && !mine.includes(seat))) this.accuse('missing')
    this.save(false)
    return { lies: this.lies, before: this.kept.before, mine }
  }

  /** Whether the dice have this device's value for the seat in them. */
  has(table: Table, seat: number): boolean {
    const value = this.kept.values[seat]
    return value !== undefined && table.contributions?.[seat] === value
  }

  private compare(table: Table): void {
    if (this.kept.commitment === null) this.kept.before = table.contributions === null
    for (const part of PARTS) {
      const [known, now] = [this.kept[part], table[part]]
      if (now !== null) {
        this.received.add(part)
        if (known === null) this.kept = { ...this.kept, [part]: now }
        else if (!same(known, now)) this.accuse(part)
      } else if (known !== null && (this.received.has(part) || table.dice === 'ready')) {
        this.accuse(part) // otherwise another page of this device has only received more already
      }
    }
    const { promises, contributions } = table
    const fits = ([seat, value]: [string, string]) => promises !== null && promises[seat] === hash(value)
    if (!Object.entries(contributions ?? {}).every(fits)) this.accuse('other')
  }

  /** Seats whose value is not where it should be by now. To leave out one that was acknowledged is a lie. */
  private missing({ promises, contributions }: Table): number[] {
    const late: number[] = []
    for (const [seat, value] of Object.entries(this.kept.values)) {
      const isPromised = promises === null || promises[seat] === sha256(value)
      if (isPromised && (contributions === null || contributions[seat] === value)) continue
      if (this.kept.acknowledged.includes(`${isPromised ? 'contribute' : 'promise'} ${seat}`)) this.accuse('missing')
      else late.push(Number(seat))
    }
    return late
  }

  private contribute({ dice, promises }: Table, seat: number): void {
    if (dice !== 'gathering') return
    if (promises !== null) {
      const value = this.kept.values[seat]
      if (value !== undefined && promises[seat] === sha256(value)) this.once({ t: 'contribute', seat, value })
    } else if (this.kept.promises === null) {
      // never after promises were fixed: then the value may have been shown, and others could choose theirs by it
      const value = this.kept.values[seat] ?? newValue()
      this.kept.values = { ...this.kept.values, [seat]: value }
      this.save(true)
      this.once({ t: 'promise', seat, hash: sha256(value) })
    }
  }

  /** The socket asks again by itself after a lost connection. */
  private once(request: Extract<Request, { t: 'promise' | 'contribute' }>): void {
    const key = `${request.t} ${request.seat}`
    if (this.asked.has(key)) return
    this.asked.add(key)
    void this.ask(request).then((answer) => {
      if (answer.t !== 'done') return
      this.kept.acknowledged = [...new Set([...this.kept.acknowledged, key])]
      this.save(true)
    })
  }

  private accuse(lie: Lie): void {
    if (!this.lies.includes(lie)) this.kept.lies = [...this.lies, lie]
  }

  /** Another page of this device may know more. */
  private reread(): void {
    const stored = all().find(([id]) => id === this.id)?.[1]
    if (stored === undefined) return
    const own = this.kept
    this.kept = {
      commitment: own.commitment ?? stored.commitment,
      promises: own.promises ?? stored.promises,
      contributions: own.contributions ?? stored.contributions,
      before: own.commitment === null ? stored.before : own.before,
      values: { ...own.values, ...stored.values },
      acknowledged: [...new Set([...own.acknowledged, ...stored.acknowledged])],
      lies: [...new Set([...own.lies, ...stored.lies])],
    }
    for (const part of PARTS) {
      const [here, there] = [own[part], stored[part]]
      if (here !== null && there !== null && !same(here, there)) this.accuse(part)
    }
  }

  /** Who only watches keeps it for as long as the page is open. */
  private save(seated: boolean): void {
    const known = all()
    if (this.kept.commitment === null || !(seated || known.some(([id]) => id === this.id))) return
    keep('dice', [...known.filter(([id]) => id !== this.id), [this.id, this.kept]].slice(-TABLES_KEPT))
  }
}
