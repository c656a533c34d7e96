// Snapshots come as fast as they like; the board is shown one at a time and says when its motion has ended.
// Then what happened is left to be read, if more is waiting.
import type { Snapshot } from '../board'
import { AT_ONCE, type Timing } from './tempo'

const LONGEST_MOTION = 3000 // a board that says nothing for so long is not waited for

export class Queue {
  /** What the board shows, or leads to. */
  shown: Snapshot | null = null
  /** The last one that the board has come to: nothing of a later one is known to whoever looks. */
  reached: Snapshot | null = null
  /** What `shown` was given to take its time by. */
  stepMs = 0
  private waiting: Snapshot[] = []
  private moving = false
  private holding = false
  private holdMs = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  /** `chooseTiming` is asked anew for every snapshot, with how many more are waiting. */
  constructor(
    private readonly changed: () => void,
    private readonly chooseTiming: (snapshot: Snapshot, waiting: number) => Timing,
  ) {}

  get drained(): boolean {
    return !this.moving && this.waiting.length === 0
  }

  /** How many have not been shown yet. */
  get length(): number {
    return this.waiting.length
  }

  /** Show it at once, whatever was waiting. */
  jump(snapshot: Snapshot): void {
    this.waiting = []
    this.show(snapshot, AT_ONCE)
  }

  /** Show the last one at once. */
  skip(): void {
    const last = this.waiting.at(-1)
    if (last !== undefined) this.jump(last)
    else if (this.moving && this.shown !== null) this.jump(this.shown)
    this.release()
  }

  push(snapshot: Snapshot): void {
    // sent again, because somebody was too late for it: nothing moves. With a new log it is another one of that number
    const last = this.waiting.at(-1) ?? this.shown
    if (last?.n === snapshot.n && snapshot.entries.length === 0 && !snapshot.log) {
      const anew = { ...snapshot, entries: last.entries }
      if (this.waiting.length > 0) this.waiting[this.waiting.length - 1] = anew
      else {
        if (this.reached === this.shown) this.reached = anew
        this.shown = anew
      }
      this.changed()
      return
    }
    // what was taken back or corrected need not be seen first
    if (snapshot.log) this.waiting = []
    this.waiting.push(snapshot)
    if (!this.moving && (!this.holding || snapshot.log)) this.next()
    else this.changed()
  }

  /** Nothing goes on before `until`, if there is such. */
  animationDone(n: number, until?: Promise<unknown>): void {
    if (this.shown?.n !== n || !(this.moving || (until && this.holding))) return
    if (until) {
      this.holdMs = Infinity
      void until.then(() => this.shown?.n === n && this.release())
    }
    this.rest() // also where nothing moved, and it is only being read
  }

  /** What is shown has been read, or need not be. */
  release(): void {
    this.holdMs = 0
    if (this.holding) this.next()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.waiting = []
  }

  private next(): void {
    clearTimeout(this.timer)
    this.holding = false
    const snapshot = this.waiting.shift()
    if (snapshot !== undefined) this.show(snapshot, this.chooseTiming(snapshot, this.waiting.length))
    else this.changed()
  }

  private show(snapshot: Snapshot, { stepMs, holdMs }: Timing): void {
    clearTimeout(this.timer)
    this.holding = false
    this.shown = snapshot
    this.stepMs = stepMs
    this.holdMs = holdMs
    this.moving = stepMs > 0
    if (!this.moving) return this.rest()
    this.timer = setTimeout(() => this.rest(), LONGEST_MOTION)
    this.changed()
  }

  /** The board has come to what it shows. */
  private rest(): void {
    clearTimeout(this.timer)
    this.moving = false
    this.reached = this.shown
    this.holding = this.holdMs > 0
    if (!this.holding) return this.next()
    if (this.holdMs < Infinity) this.timer = setTimeout(() => this.release(), this.holdMs)
    this.changed()
  }
}
