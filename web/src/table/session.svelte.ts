// One device at one table: what it has received, what it has asked for, and where in the game it looks.
import { dropToken, keepTokens, seatTokens } from '../api/device'
import { fits, snapshots, proof, showTable } from '../api/http'
import { type Connection, connectTo, TableSocket } from '../api/socket'
import type { Answer, Chat, Entry, Side, Snapshot, News, Proof, Request, Table, Team, Tokens } from '../api/wire'
import { withTeam } from './teams'
import { tokensFor, WALL } from './tokens'
import { Desk } from '../desk/desk.svelte'
import { settings } from '../settings.svelte'
import { addEntries, cutEntries, isSameUntil } from './log'
import { TurnStarts } from './starts'
import { type Findings, type Lie, Mixing } from './mixing'
import { Queue } from './queue'
import { AT_ONCE, isPressed, type Tempo, timing } from './tempo'

const PAGE = 50 // snapshots fetched at a time when looking back
const BAD_TOKEN = 4401
const RETRY = 3000

/** Whether one of the tokens is that of a seat where somebody sat down; links and offices are kept under words. */
const hasSeat = (kept: Tokens, tokens: string[]) => Object.entries(kept).some(([key, token]) => /^\d+$/.test(key) && tokens.includes(token))

type Refused = Extract<Answer, { t: 'refused' }>

export class TableSession {
  connection: Connection = $state('connecting')
  closedBy = $state(0)
  table: Table | null = $state.raw(null)
  /** When the table was last received, by our clock. */
  receivedAt = $state(0)
  /** The seats held here, from 1. */
  seats: number[] = $state.raw([])
  log: Entry[] = $state.raw([])
  chat: Chat[] = $state.raw([])
  /** The newest snapshot there is; what is shown may still be on its way to it. */
  live: Snapshot | null = $state.raw(null)
  /** The snapshot looked back at; null for now. */
  past: Snapshot | null = $state.raw(null)
  /** Whether this device opened the table. */
  hosts = $state(false)
  /** Whether a seat that was held here is somebody else's now. */
  lostSeat = $state(false)
  refused: Refused | null = $state.raw(null)
  next: string | null = $state(null)
  /** Of a real table, with the offices held here; null at other tables. */
  desk: Desk | null = $state.raw(null)
  /** At a class table: the team that this phone is in, or for the teacher all of them. */
  teams: Team[] = $state.raw([])
  /** How the side contest of a class table stands; null where there is none. */
  side: Side | null = $state.raw(null)
  /** Seats held here whose value for the dice is not among those that were published. */
  leftOut: number[] = $state.raw([])
  /** Where the server went back on what it had published or acknowledged about the dice. */
  lies: Lie[] = $state.raw([])
  /** Server's clock minus ours, in milliseconds. */
  clock = $state(0)
  /** How many letters somebody who follows has to read of a snapshot, once it is shown. */
  lettersIn: (snapshot: Snapshot) => number = () => 0
  /** Up to which snapshot things were shown with no time to follow them, if anybody looked at all. */
  rushed = $state(0)
  /** How many snapshots are still to be shown. */
  queued = $state(0)
  private lastShown: Snapshot | null = $state.raw(null)
  private lastReached: Snapshot | null = $state.raw(null)
  private pastReached: Snapshot | null = $state.raw(null)
  private lastStepMs = $state(0)
  private lastDrained = $state(true)
  private pastStepMs = $state(0)
  private asking = $state(0)
  private awaited = $state(0)
  private leftAt = $state(0)
  private pastDone: (() => void) | null = null
  private invitation: (() => void) | null = null
  private readonly known = new Map<number, Snapshot>()
  private readonly complete = new Set<number>() // pages of `known`
  private readonly starts = new TurnStarts()
  private readonly queue: Queue
  private socket: TableSocket
  private readonly mixing: Mixing

  /** `view` is the page of the table that this is for: at a class table a device may hold more than one page is to know. */
  constructor(
    readonly id: string,
    private readonly view = '',
  ) {
    this.queue = new Queue(
      () => {
        this.lastShown = this.queue.shown
        this.lastReached = this.queue.reached
        this.queued = this.queue.length
        this.lastStepMs = this.queue.stepMs
        this.lastDrained = this.queue.drained
      },
      (snapshot, waiting) => {
        // nobody waits for a page that is out of sight
        if (document.hidden || this.past !== null) {
          this.rushed = snapshot.n
          return AT_ONCE
        }
        const given = timing(this.tempo, this.lettersIn(snapshot), waiting)
        return settings.still ? { ...given, stepMs: 0 } : given
      },
    )
    document.addEventListener('visibilitychange', this.onVisibility)
    this.mixing = new Mixing(id, (request) => this.socket.ask(request))
    this.socket = this.open()
    // at the socket one is known by one's seats; the host may have none
    showTable(id).then(
      (table) => (this.hosts = table.host),
      () => undefined, // the socket says what is wrong
    )
  }

  private get tokens(): string[] {
    return tokensFor(this.view, seatTokens(this.id))
  }

  private get tempo(): Tempo {
    if (this.desk !== null) return 'now'
    // nobody asks a wall for what comes next
    return this.view === WALL && settings.tempo === 'step' ? 'normal' : settings.tempo
  }

  private open(): TableSocket {
    return new TableSocket({
      connect: () => connectTo(this.id),
      tokens: () => this.tokens,
      receive: (news) => this.receive(news),
      changed: (connection, code) => {
        this.closedBy = code
        if (connection === 'closed' && code === BAD_TOKEN) void this.sortTokens()
        else this.connection = connection
      },
    })
  }

  /** A seat was given up, or moved to another device: go on with the others, or watch. */
  private async sortTokens(): Promise<void> {
    this.connection = 'lost'
    const { tokens } = this
    try {
      const good = await Promise.all(tokens.map((token) => fits(this.id, token)))
      const bad = tokens.filter((_, i) => !good[i])
      // who stands up before the start knows it
      if (this.table?.status !== 'waiting') this.lostSeat = hasSeat(seatTokens(this.id), bad)
      for (const token of bad) dropToken(this.id, token)
      this.socket = this.open()
    } catch {
      setTimeout(() => void this.sortTokens(), RETRY)
    }
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.onVisibility)
    this.socket.close()
    this.queue.stop()
  }

  private readonly onVisibility = (): void => {
    if (document.hidden) this.skip()
  }

  /** Take up seats whose tokens have just been kept. */
  rejoin(): void {
    if (this.socket.isOpening()) return // it greets with all that is kept by then
    this.socket.close()
    this.socket = this.open()
  }

  retry(): void {
    this.socket.retry()
  }

  get shown(): Snapshot | null {
    return this.past ?? this.lastShown
  }

  /** What the board has come to: log, scores and turns are told of this one. */
  get reached(): Snapshot | null {
    return this.past === null ? this.lastReached : this.pastReached
  }

  get stepMs(): number {
    return this.past === null ? this.lastStepMs : this.pastStepMs
  }

  /** Whether what may be done now can be offered: nothing moves, nothing is on its way, nobody looks back. */
  get ready(): boolean {
    return this.lastDrained && this.past === null && this.asking === 0 && (this.live?.n ?? 0) >= this.awaited
  }

  /** Whether something asked for has not been answered yet. */
  get waiting(): boolean {
    return this.asking > 0
  }

  /** The log as far as the board has got: nothing is read before it is seen. */
  get shownLog(): Entry[] {
    // at a real table people have seen it before the board
    const n = (this.desk === null || this.past !== null ? this.reached : this.shown)?.n ?? 0
    return this.log.filter((entry) => entry.n <= n)
  }

  /** How many entries there were when this seat (from 1) began its last turn but this one; null if that was not seen. */
  turnBefore(seat: number): number | null {
    return this.starts.before(seat)
  }

  /** What was seen at once with this entry: where others act in secret, what several of them did. */
  seenWith(entry: Entry): Entry[] {
    const snapshot = [...this.known.values()].find(({ entries }) => entries.some(({ n }) => n === entry.n))
    return snapshot?.entries ?? [entry]
  }

  /** How much has happened since somebody began to look back. */
  get missed(): number {
    return this.past === null ? 0 : Math.max(0, (this.live?.n ?? 0) - this.leftAt)
  }

  /** Whether the dice have a value of this device for the seat in them. */
  isInDice(seat: number): boolean {
    return this.table !== null && this.mixing.has(this.table, seat)
  }

  /** The commitment as it was first published to this device. */
  get keptCommitment(): string | null {
    return this.table && this.mixing.commitment
  }

  /** Compare the proof of the finished table with what was kept here. */
  async checkProof(): Promise<Findings & { proof: Proof }> {
    const found = await proof(this.id)
    const findings = this.mixing.check(found)
    this.lies = this.mixing.lies
    return { ...findings, proof: found }
  }

  animationDone(n: number, until?: Promise<unknown>): void {
    this.queue.animationDone(n, until)
    if (this.past?.n !== n) return
    this.pastReached = this.past
    this.pastDone?.()
  }

  /** Show the next snapshot that waits, whether or not this one has been read. */
  showNext(): void {
    this.queue.release()
  }

  /** Show how things stand now; what lay between can be read. */
  skip(): void {
    if (this.queue.length > 0) this.rushed = this.live?.n ?? 0
    this.queue.skip()
  }

  async ask(request: Request): Promise<void> {
    const counts = !['chat', 'ready', 'mark'].includes(request.t)
    this.refused = null
    if (counts) {
      this.asking += 1
      this.queue.release() // whoever acts has seen enough
    }
    const answer = await this.socket.ask(request)
    if (counts) this.asking -= 1
    if (answer.t === 'refused') this.refused = answer
    else if ('n' in answer && (request.t === 'act' || request.t === 'throw' || request.t === 'verdict')) this.awaited = answer.n
  }

  /** Look at snapshot `n`, or the nearest one there is in that direction; null goes back to now. */
  async look(n: number | null, stepMs = 0): Promise<void> {
    if (n === null || this.live === null) {
      this.past = null
      return
    }
    const wanted = Math.max(0, Math.min(n, this.live.n))
    const forward = this.past === null || wanted >= this.past.n
    // where others act in secret, several entries come at once and the numbers between have no snapshot of their own
    if (!this.known.has(wanted)) await this.fetchPage(wanted)
    if (!this.known.has(wanted) && !forward) await this.fetchPage(wanted - PAGE)
    const numbers = [...this.known.keys()].sort((one, other) => one - other)
    const found = forward ? numbers.find((number) => number >= wanted) : numbers.findLast((number) => number <= wanted)
    if (found === undefined) return
    if (this.past === null) {
      this.leftAt = this.live.n
      this.skip()
    }
    this.pastStepMs = stepMs
    this.past = this.known.get(found)!
    if (stepMs === 0) this.pastReached = this.past
  }

  /** Look at the next snapshot, and wait until the board has walked there. */
  async lookOn(stepMs: number, longest: number): Promise<void> {
    await this.look((this.past?.n ?? 0) + 1, stepMs)
    if (stepMs === 0) return
    await new Promise<void>((done) => {
      this.pastDone = done
      setTimeout(done, longest)
    })
    this.pastDone = null
  }

  /** Every snapshot so far, in order. */
  async everything(): Promise<Snapshot[]> {
    const end = this.live?.n ?? 0
    for (let n = 0; n <= end; n += PAGE) await this.fetchPage(n)
    return [...this.known.values()].sort((one, other) => one.n - other.n)
  }

  async fetchOlder(): Promise<void> {
    const first = this.log[0]?.n ?? 0
    if (first > 1) await this.fetchPage(first - 1)
  }

  /** Wait for the invitation to the rematch, but not for ever: a lost connection may have swallowed it. */
  async invited(): Promise<void> {
    if (this.next !== null) return
    await new Promise<void>((done) => {
      this.invitation = done
      setTimeout(done, 2000)
    })
  }

  private async fetchPage(n: number): Promise<void> {
    const from = Math.max(0, n - (n % PAGE))
    if (this.complete.has(from)) return
    for (const snapshot of await snapshots(this.id, from, PAGE)) {
      this.known.set(snapshot.n, snapshot)
      this.log = addEntries(this.log, snapshot.entries)
    }
    if (from + PAGE <= (this.live?.n ?? 0)) this.complete.add(from)
  }

  private receive(news: News): void {
    if (news.t === 'welcome') {
      this.table = news.table
      this.receivedAt = Date.now()
      this.seats = news.seats
      this.teams = 'teams' in news ? news.teams : []
      this.mix(news.table)
      if ('officials' in news) this.deskOf().receive(news)
      this.chat = news.chat
      this.log = news.log
      this.known.clear() // with other seats one may know other things
      this.complete.clear()
      if (news.moment !== null) {
        this.checkMixed(news.moment)
        this.learn(news.moment)
        this.rushed = news.moment.n
        this.queue.jump(news.moment)
      }
    } else if (news.t === 'journal') {
      this.deskOf().receive(news)
    } else if (news.t === 'moment') {
      if ('line' in news) this.deskOf().line = news.line
      this.checkMixed(news.moment)
      if (news.moment.log) this.unlearn(news.moment, news.moment.log)
      this.learn(news.moment)
      this.queue.push(news.moment)
      // what others did can be read while the clock runs
      if (this.queue.length > 0 && isPressed(news.moment, this.seats)) this.skip()
    } else if (news.t === 'table') {
      this.table = news.table
      this.receivedAt = Date.now()
      this.mix(news.table)
    }
    else if (news.t === 'team') this.teams = withTeam(this.teams, news.team)
    else if (news.t === 'side') this.side = news.side
    else if (news.t === 'chat') this.chat = [...this.chat, news.chat]
    else if (news.t === 'rematch') {
      keepTokens(news.table, news.tokens)
      this.next = news.table
      this.invitation?.()
    }
  }

  private deskOf(): Desk {
    this.desk ??= new Desk(this.id, (request) => this.socket.ask(request))
    return this.desk
  }

  private mix(table: Table): void {
    this.leftOut = this.mixing.look(table, this.seats)
    this.lies = this.mixing.lies
  }

  private checkMixed(snapshot: Snapshot): void {
    this.mixing.lookAt(snapshot, this.table!)
    this.lies = this.mixing.lies
  }

  private learn(snapshot: Snapshot): void {
    this.live = snapshot
    this.side = snapshot.side ?? null
    this.starts.look(snapshot, this.seats)
    this.clock = snapshot.now - Date.now()
    this.known.set(snapshot.n, snapshot)
    this.log = addEntries(this.log, snapshot.entries)
  }

  /** Something was taken back or corrected, not always what was seen last: numbers after it mean something else now. */
  private unlearn({ n, undone }: Snapshot, log: Entry[]): void {
    this.known.clear()
    this.complete.clear()
    const before = this.log
    // an undo is recent; a judge may correct what is older than all of the new log
    const older = undone === null ? [] : cutEntries(before, (log[0]?.n ?? 1) - 1)
    this.log = [...older, ...log]
    this.awaited = Math.min(this.awaited, n)
    if (this.past !== null && !isSameUntil(this.past.n, before, log)) this.past = null
  }
}
