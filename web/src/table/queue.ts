// Moments come as fast as they like; the board is shown one at a time and says when its motion has ended.
import type { Moment } from '../board'

const LONGEST_MOTION = 3000 // a board that says nothing for so long is not waited for

export class Queue {
  shown: Moment | null = null
  /** What `shown` was given to take its time by. */
  pace = 0
  private waiting: Moment[] = []
  private moving = false
  private timer: ReturnType<typeof setTimeout> | undefined

  /** `pace` is asked anew for every moment, with how many more are waiting; 0 stands for no motion at all. */
  constructor(
    private readonly changed: () => void,
    private readonly choosePace: (waiting: number) => number,
  ) {}

  get drained(): boolean {
    return !this.moving && this.waiting.length === 0
  }

  /** Show it at once, whatever was waiting. */
  jump(moment: Moment): void {
    this.waiting = []
    this.show(moment, 0)
  }

  push(moment: Moment): void {
    // told again, because somebody was too late for it: nothing moves
    const last = this.waiting.at(-1) ?? this.shown
    if (last?.n === moment.n && moment.entries.length === 0) {
      if (this.waiting.length > 0) this.waiting[this.waiting.length - 1] = { ...moment, entries: last.entries }
      else this.shown = { ...moment, entries: last.entries }
      this.changed()
      return
    }
    this.waiting.push(moment)
    if (!this.moving) this.next()
  }

  settled(n: number): void {
    if (this.moving && this.shown?.n === n) this.next()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.waiting = []
  }

  private next(): void {
    const moment = this.waiting.shift()
    if (moment !== undefined) {
      this.show(moment, this.choosePace(this.waiting.length))
      return
    }
    clearTimeout(this.timer)
    this.moving = false
    this.changed()
  }

  private show(moment: Moment, pace: number): void {
    clearTimeout(this.timer)
    this.shown = moment
    this.pace = pace
    this.moving = pace > 0
    if (this.moving) this.timer = setTimeout(() => this.next(), LONGEST_MOTION)
    this.changed()
    if (!this.moving && this.waiting.length > 0) this.next()
  }
}
