// What leads from one position to the next, as pictures one after the other.
import type { GameEvent } from '$web/board'
import type { Step } from '$web/boards/player'
import type { Reo, View } from './view'

export interface Picture {
  /** The position from which one is on the way. */
  view: View
  /** Where every reo is, by seat. */
  reos: string[][]
  /** Who is on the way, lifted above the others. */
  mover: Reo | null
  dice: [number, number]
  spent: [boolean, boolean]
  /** How often the dice have turned over since they left the hand; 0 where they lie. */
  roll: number
  /** The guard who is taking somebody. */
  guard: string | null
}

const TUMBLES = 6
// in step lengths
const LENGTHS = { lift: 0.06, tumble: 0.3, step: 0.42, release: 0.9, fly: 1.2, guard: 0.7, spend: 0.9, settle: 0.3 }

export function still(view: View): Picture {
  const left = [...view.left]
  const spent = (view.dice ?? []).map((die) => {
    const at = left.indexOf(die)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return {
    view,
    reos: view.seats.map(({ reos }) => [...reos]),
    mover: null,
    dice: view.dice ?? [0, 0],
    spent: [spent[0] ?? false, spent[1] ?? false],
    roll: 0,
    guard: null,
  }
}

/** The pictures that lead from a position through the events after it. */
export function stepsOf(view: View, events: GameEvent[]): Step<Picture>[] {
  const steps: Step<Picture>[] = []
  let picture = still(view)
  let bonus = view.bonus > 0

  function show(length: number, change: Partial<Picture>) {
    picture = { ...picture, ...change }
    steps.push({ length, picture })
  }
  function go(who: Reo, to: string, length: number) {
    const reos = picture.reos.map((own) => [...own])
    reos[who.seat]![who.reo] = to
    show(length, { reos, mover: who })
  }
  function send(who: Reo, to: string, length: number) {
    show(LENGTHS.lift, { mover: who })
    go(who, to, length)
  }
  function use(pips: number) {
    const which = picture.dice.findIndex((die, n) => die === pips && !picture.spent[n])
    show(0, { spent: which < 0 ? [true, true] : [which === 0 || picture.spent[0], which === 1 || picture.spent[1]] })
  }
  function play(event: GameEvent) {
    const who = { seat: (event.other ?? event.seat) as number, reo: (event.reo as number) - 1 }
    switch (event.kind) {
      case 'threw':
        for (let roll = 1; roll < TUMBLES; roll++) {
          const dice: [number, number] = [((5 * roll) % 7 || 3), ((3 * roll) % 7 || 5)]
          show(LENGTHS.tumble, { dice, roll, spent: [false, false] })
        }
        show(LENGTHS.tumble, { dice: event.dice as [number, number], roll: 0 })
        break
      case 'released':
        show(0, { spent: [true, true] })
        send(who, event.to as string, LENGTHS.release)
        break
      case 'moved':
      case 'climbed':
        if (!bonus) use(event.pips as number)
        bonus = false
        show(LENGTHS.lift, { mover: who })
        for (const at of (event.path as string[]).slice(1)) {
          // freedom lies behind the last square of the escape
          if (at === 'out') go(who, 'e7', LENGTHS.step)
          go(who, at, LENGTHS.step)
        }
        break
      case 'taken':
        show(LENGTHS.guard, { guard: event.guard as string })
        send(who, 'cell', LENGTHS.fly)
        break
      case 'captured':
        send(who, 'cell', LENGTHS.fly)
        break
      case 'earned':
        bonus = true
        break
      case 'skipped':
      case 'lapsed':
        bonus = false
        break
      case 'passed':
        show(LENGTHS.spend, { spent: [true, true] })
    }
  }
  events.forEach(play)
  if (picture.mover) show(LENGTHS.settle, { mover: null, guard: null })
  return steps
}
