// Snapshots come as fast as they like; the board is shown one at a time and says when its motion has ended.
import type { Snapshot } from '../board'

const LONGEST_MOTION = 3000 // a board that says nothing for so long is not waited for

export class Queue {
  shown: Snapshot | null = null
  /** What `shown` was given to take its time by. */
  stepMs = 0
  private waiting: Snapshot[] = []
  private moving = false
  private timer: ReturnType<typeof setTimeout> | undefined

  /** `stepMs` is asked anew for every snapshot, with how many more are waiting; 0 stands for no motion at all. */
  constructor(
    private readonly changed: () => void,
    private readonly chooseStepMs: (waiting: number) => number,
  ) {}

  get drained(): boolean {
    return !this.moving && this.waiting.length === 0
  }

  /** Show it at once, whatever was waiting. */
  jump(snapshot: Snapshot): void {
    this.waiting = []
    this.show(snapshot, 0)
  }

  push(snapshot: Snapshot): void {
    // sent again, because somebody was too late for it: nothing moves. With a new log it is another one of that number
    const last = this.waiting.at(-1) ?? this.shown
    if (last?.n === snapshot.n && snapshot.entries.length === 0 && !snapshot.log) {
      if (this.waiting.length > 0) this.waiting[this.waiting.length - 1] = { ...snapshot, entries: last.entries }
      else this.shown = { ...snapshot, entries: last.entries }
      this.changed()
      return
    }
    this.waiting.push(snapshot)
    if (!this.moving) this.next()
  }

  animationDone(n: number): void {
    if (this.moving && this.shown?.n === n) this.next()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.waiting = []
  }

  private next(): void {
    const snapshot = this.waiting.shift()
    if (snapshot !== undefined) {
      this.show(snapshot, this.chooseStepMs(this.waiting.length))
      return
    }
    clearTimeout(this.timer)
    this.moving = false
    this.changed()
  }

  private show(snapshot: Snapshot, stepMs: number): void {
    clearTimeout(this.timer)
    this.shown = snapshot
    this.stepMs = stepMs
    this.moving = stepMs > 0
    if (this.moving) this.timer = setTimeout(() => this.next(), LONGEST_MOTION)
    this.changed()
    if (!this.moving && this.waiting.length > 0) this.next()
  }
}
