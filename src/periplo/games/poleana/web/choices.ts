// What the texts of legal actions look like on the board: which reos they begin with, where they lead.
import { named, squareName, type View } from './view'
import { walk } from './way'

export interface Choice {
  text: string
  kind: 'release' | 'move' | 'taken' | 'plain'
  /** The reos by which one may take hold of it. */
  reos: string[]
  /** How its one reo is called by its owner, from 1; 0 where it is about none or several. */
  number: number
  /** Whose reo it is about. */
  seat: number
  pips: number
  up: boolean
  /** The squares stepped on, as `squareName` names them; empty where nobody goes anywhere. */
  path: string[]
  /** Where it leads, as positions write it. */
  to: string
}

export function read(text: string, seat: number, view: View): Choice {
  const { side, reos } = view.seats[seat]!
  const choice = { text, reos: [], number: 0, seat, pips: 0, up: false, path: [], to: '' }
  const [word, what = '', how] = text.split(' ')
  if (word === 'out') {
    const to = `${side}:${Number(what)}`
    const captive = reos.flatMap((at, reo) => (at === 'cell' ? [named({ seat, reo })] : []))
    return { ...choice, kind: 'release', reos: captive, path: [squareName(to, side)], to }
  }
  if (word === 'taken') {
    const [other, number] = what.split('.').map(Number) as [number, number]
    const taken = named({ seat: other - 1, reo: number - 1 })
    return { ...choice, kind: 'taken', reos: [taken], seat: other - 1, number }
  }
  const move = /^p(\d)$/.exec(word!)
  if (!move) return { ...choice, kind: 'plain' }
  const number = Number(move[1])
  const [pips, up] = [Number(what), how === 'up']
  const steps = walk(reos[number - 1]!, side, pips, up)
  return {
    ...choice,
    kind: 'move',
    reos: [named({ seat, reo: number - 1 })],
    number,
    pips,
    up,
    path: steps.map((at) => squareName(at, side)),
    to: steps.at(-1)!,
  }
}

export interface Target {
  square: string
  choices: Choice[]
}

/** The squares to which choices lead. A long way round by the gallery may end where a die alone does. */
export function targets(choices: Choice[]): Target[] {
  const found = new Map<string, Choice[]>()
  for (const choice of choices) {
    const square = choice.path.at(-1)
    if (square) found.set(square, [...(found.get(square) ?? []), choice])
  }
  return [...found].map(([square, choices]) => ({ square, choices }))
}
