// What leads from one position to the next, as pictures one after the other.
import type { GameEvent } from '$web/board'
import { moveOf, type Shown as ShownBoard, type Step } from '$web/boards/player'
import type { Barrier, Derived, Reo, View } from './view'

export type Shown = Pick<ShownBoard<View, Pick<Derived, 'barriers'>>, 'view' | 'derived'>

export interface Picture {
  /** The position at rest that one still sees: whose turn, what is left. */
  view: View
  /** Where every reo is, by seat. */
  reos: string[][]
  /** Who is on the way, lifted above the others. */
  mover: Reo | null
  barriers: Barrier[]
  dice: [number, number]
  spent: [boolean, boolean]
  /** How often the dice have turned over since they left the hand; 0 where they lie. */
  roll: number
  /** The guard who is taking somebody. */
  guard: string | null
}

const TUMBLES = 6
const LENGTHS = { lift: 0.06, tumble: 0.3, step: 0.42, release: 0.9, fly: 1.2, guard: 0.7, spend: 0.9, settle: 0.3 }
const FREE = 'out'

/** Which of the dice are not among those left. */
function spentOf(dice: number[], left: number[]): [boolean, boolean] {
  const rest = [...left]
  const spent = dice.map((die) => {
    const at = rest.indexOf(die)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  return [spent[0] ?? false, spent[1] ?? false]
}

export function still({ view, derived }: Shown): Picture {
  return {
    view,
    reos: view.seats.map(({ reos }) => [...reos]),
    mover: null,
    barriers: derived.barriers,
    dice: view.dice ?? [0, 0],
    spent: spentOf(view.dice ?? [], view.left),
    roll: 0,
    guard: null,
  }
}

/** Barriers that stand before and after: the others open when somebody sets out, and close when all have arrived. */
const lasting = (before: Barrier[], after: Barrier[]) =>
  before.filter(({ seat, at }) => after.some((other) => other.seat === seat && other.at === at))

/** `gate` is the square through which one comes to freedom. */
export function steps(before: Shown, events: GameEvent[], after: Shown, gate: string): Step<Picture>[] {
  const found: Step<Picture>[] = []
  let picture = { ...still(before), barriers: lasting(before.derived.barriers, after.derived.barriers) }

  function show(length: number, change: Partial<Picture>) {
    picture = { ...picture, ...change }
    found.push({ length, picture })
  }
  function go(mover: Reo, to: string, length: number) {
    const reos = picture.reos.map((own) => [...own])
    reos[mover.seat]![mover.reo] = to
    show(length, { reos, mover })
  }
  function tumble(dice: [number, number]) {
    for (let roll = 1; roll < TUMBLES; roll++) {
      const faces: [number, number] = [((5 * roll) % 7 || 3), ((3 * roll) % 7 || 5)]
      show(LENGTHS.tumble, { dice: faces, roll, spent: [false, false] })
    }
    show(LENGTHS.tumble, { dice, roll: 0 })
  }
  for (const event of events) {
    if (event.kind === 'threw') tumble(event.dice as [number, number])
    if (event.left) picture = { ...picture, spent: spentOf(picture.dice, event.left as number[]) }
    if (event.kind === 'passed') show(LENGTHS.spend, {})
    if (event.guard) show(LENGTHS.guard, { guard: event.guard as string })
    const move = moveOf(event)
    if (!move) continue
    const mover = { seat: move.seat, reo: (move.piece as number) - 1 }
    const [, ...path] = move.path as string[]
    const length = event.kind === 'released' ? LENGTHS.release : path[0] === 'cell' ? LENGTHS.fly : LENGTHS.step
    show(LENGTHS.lift, { mover })
    for (const at of path) {
      if (at === FREE) go(mover, gate, length)
      go(mover, at, length)
    }
  }
  if (picture.mover) show(LENGTHS.settle, { mover: null, guard: null })
  return found
}
