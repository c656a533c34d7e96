// Plays the motion that leads from one snapshot to the next. It knows no game: a board says what the steps are.
import type { GameEvent, Snapshot } from '../board'

/** A picture that is shown for a while. `length` counts in step lengths. */
export interface Step<Picture> {
  picture: Picture
  length: number
}

/** A snapshot, and the position in it from where one looks with what follows from that. */
export interface Shown<View, Derived = unknown> {
  snapshot: Snapshot
  view: View
  derived: Derived
}

/** What a board knows about its own motion. */
export interface Script<View, Picture, Derived = unknown> {
  /** A position at rest. */
  still: (shown: Shown<View, Derived>) => Picture
  /** What leads from a position to the one after it, by the events in between. Empty where nothing is to be seen. */
  steps: (before: Shown<View, Derived>, events: GameEvent[], after: Shown<View, Derived>) => Step<Picture>[]
}

/** A piece on its way: all the places it passes, from first to last. */
export interface Move {
  /** Whose piece it is. */
  seat: number
  piece: number | string
  path: (number | string)[]
}

const LONGEST = 4.8 // step lengths of a snapshot's motion; a longer one is hurried

/** The piece that an event moves; null for an event that moves none. */
export function moveOf(event: GameEvent): Move | null {
  const { seat, piece, path, owner } = event as GameEvent & Partial<Move> & { owner?: number }
  if (piece === undefined || path === undefined) return null
  return { seat: owner ?? seat!, piece, path }
}

/** The view once an event has happened: its `changes` are merged into it. */
export function viewAfter<View>(view: View, event: GameEvent): View {
  return event.changes === undefined ? view : (merged(view, event.changes) as View)
}

/** Objects and lists part by part, null takes away, anything else stands in its place. What is given is left as it was. */
function merged(value: unknown, changes: unknown): unknown {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return changes
  const parts = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  for (const [part, change] of Object.entries(changes)) {
    if (change === null) delete parts[part]
    else parts[part] = merged(parts[part], change)
  }
  return parts
}

/** Whether a snapshot begins where another one ended. */
export function follows(before: Snapshot, now: Snapshot): boolean {
  return now.entries[0]?.n === before.n + 1
}

/** Which step is on after so many step lengths, and how far it has got, 0 to 1; null when all are over. */
export function stepAt<Picture>(steps: Step<Picture>[], elapsed: number): { step: Step<Picture>; t: number } | null {
  let rest = elapsed
  for (const step of steps) {
    if (rest < step.length) return { step, t: rest / step.length }
    rest -= step.length
  }
  return null
}

export class Player<View, Picture, Derived = unknown> {
  private last: Shown<View, Derived> | null = null
  /** Ends what runs; null while nothing moves. */
  private cut: (() => void) | null = null

  /** `draw` is given a picture, how far its step has got, and the step's length in milliseconds. */
  constructor(
    private readonly script: Script<View, Picture, Derived>,
    private readonly draw: (picture: Picture, t: number, ms: number) => void,
    private readonly done: (n: number) => void,
  ) {}

  /** Lead to a snapshot; at once where it does not follow, or without motion, or where nobody looks. */
  show(shown: Shown<View, Derived>, stepMs: number): void {
    this.finish()
    const before = this.last
    const { snapshot } = shown
    this.last = shown
    const moves = before !== null && follows(before.snapshot, snapshot) && stepMs > 0 && !document.hidden
    const events = snapshot.entries.flatMap((entry) => entry.events)
    const steps = moves ? this.script.steps(before, events, shown) : []
    const length = steps.reduce((sum, step) => sum + step.length, 0)
    if (length > 0) return this.play(steps, length, stepMs * Math.min(1, LONGEST / length))
    this.rest()
    if (snapshot !== before?.snapshot) this.done(snapshot.n)
  }

  /** Go to the end of what moves. */
  finish(): void {
    this.cut?.()
  }

  /** Stop where it is, for good. */
  stop(): void {
    this.cut = null
  }

  private play(steps: Step<Picture>[], length: number, ms: number): void {
    const { n } = this.last!.snapshot
    const start = performance.now()
    const cut = () => {
      clearTimeout(timer)
      this.cut = null
      this.rest()
      this.done(n)
    }
    // by a timer too, for a hidden page has no frames
    const timer = setTimeout(() => this.cut === cut && cut(), length * ms)
    const frame = (now: number) => {
      if (this.cut !== cut) return
      const on = stepAt(steps, Math.max(0, now - start) / ms)
      if (on === null) return cut()
      this.draw(on.step.picture, on.t, on.step.length * ms)
      requestAnimationFrame(frame)
    }
    this.cut = cut
    frame(start)
  }

  private rest(): void {
    this.draw(this.script.still(this.last!), 1, 0)
  }
}
