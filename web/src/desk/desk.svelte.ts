// The desk of a real table as this device may see it: its offices, the journal, what is waited for, and what it asks for.
import { journal, people, places } from '../api/http'
import type { Answer, DeskRequest, DeskWelcome, JournalNews, Line, May, Official, Pending, Places, Role, SeatPeople, Verb } from '../api/wire'

/** What is asked for; the desk adds the line that was seen last, and the office. */
export type Asked = DeskRequest extends infer T ? (T extends unknown ? Omit<T, 'line' | 'as'> : never) : never

export type Refused = Extract<Answer, { t: 'refused' }>

const NOTHING: Pending = {
  waiting: null,
  confirmed: 0,
  to_name: [],
  proposals: [],
  protests: [],
  out_of_place: [],
  paused: false,
  totals: [],
}

export class Desk {
  /** The offices held here. */
  offices: Official[] = $state.raw([])
  /** The last line that changed the match or the waiting entry. */
  line = $state(0)
  pending: Pending = $state.raw(NOTHING)
  /** The seats' ranks, in the order of the seats. */
  ranks: number[] = $state.raw([])
  private may: Record<string, May> = $state.raw({})
  /** Every line that may be seen here, once somebody wanted them. */
  lines: Line[] = $state.raw([])
  /** Who is where by name, once somebody wanted it; [] without rosters. */
  people: SeatPeople[] = $state.raw([])
  /** Where everybody must stand, once somebody wanted it. */
  places: Places | null = $state.raw(null)
  /** Why the last request was refused; null once another one is made. */
  refused: Refused | null = $state.raw(null)
  /** How many requests are not answered yet. */
  asking = $state(0)
  private wants = { lines: false, people: false, places: false }
  private looked = 0

  constructor(
    private readonly table: string,
    private readonly send: (request: DeskRequest) => Promise<Answer>,
  ) {}

  office(role: Role): Official | undefined {
    return this.offices.find((one) => one.role === role)
  }

  /** Whether an office may ask for this now. */
  allows(office: Official, verb: Verb): boolean {
    return this.may[office.official]?.verbs.includes(verb) ?? false
  }

  allowsVote(office: Official, proposal: number): boolean {
    return this.may[office.official]?.votes.includes(proposal) ?? false
  }

  /** To be called by pages that show these; they are kept up to date from then on. */
  want(...what: (keyof Desk['wants'])[]): void {
    const isNew = what.some((one) => !this.wants[one])
    for (const one of what) this.wants[one] = true
    if (isNew) void this.lookAgain(this.wants.lines)
  }

  receive(news: DeskWelcome | JournalNews): void {
    this.line = news.line
    this.pending = news.desk
    this.may = news.may
    this.ranks = news.ranks
    if (news.t === 'welcome') {
      this.offices = news.officials
      void this.lookAgain(this.wants.lines)
      return
    }
    if (this.offices.some((one) => !(one.official in news.may))) this.offices = this.offices.filter((one) => one.official in news.may)
    if (this.wants.lines) this.lines = merge(this.lines, news.lines)
    void this.lookAgain(false)
  }

  /**
   * Ask for something as one of one's offices. Null when it is done; why not, otherwise.
   * What a lost connection leaves unanswered is asked again by itself, and done once.
   */
  async ask(as: Official | null, request: Asked): Promise<Refused | null> {
    this.refused = null
    this.asking += 1
    const answer = await this.send({ ...request, line: this.line, ...(as && { as: as.official }) })
    this.asking -= 1
    if (answer.t !== 'refused') return null
    this.refused = answer
    return answer
  }

  /** What is not sent by itself is asked for again; an answer that a newer question overtook is left. */
  private async lookAgain(withLines: boolean): Promise<void> {
    const look = (this.looked += 1)
    const [said, found, placed] = await Promise.all([
      withLines ? journal(this.table).catch(() => null) : null,
      this.wants.people ? people(this.table).catch(() => null) : null,
      this.wants.places ? places(this.table).catch(() => null) : null,
    ]) // what fails because the connection is gone is asked for again with the next welcome
    if (said !== null) this.lines = merge(this.lines, said.lines)
    if (look !== this.looked) return
    if (found !== null) this.people = found
    if (placed !== null) this.places = placed
  }
}

/** Lines in the order of their numbers; those that become visible later have smaller ones. */
function merge(known: Line[], more: Line[]): Line[] {
  const all = new Map([...known, ...more].map((line) => [line.no, line]))
  return [...all.values()].sort((one, other) => one.no - other.no)
}
