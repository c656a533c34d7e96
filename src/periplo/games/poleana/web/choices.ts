// What may be done, as it looks on the board: which reos one takes hold of, where they lead.
import type { Choice, Phrase } from '$web/board'
import type { Square } from './places'
import { named, squareName, type Reo, type View } from './view'

export interface Offer {
  text: string
  kind: 'release' | 'move' | 'taken' | 'plain'
  /** The reos by which one may take hold of it. */
  reos: string[]
  /** The reo it is about; null where it is about none. */
  who: Reo | null
  /** The squares stepped on, as `squareName` names them; empty where nobody goes anywhere. */
  path: string[]
  /** Where it leads, as positions write it. */
  to: string
  /** Whether it goes up into a gallery on the way. */
  up: boolean
  /** Those whom it sends back to their cells. */
  takes: Reo[]
}

export function read(choice: Choice, seat: number, view: View, squares: Map<string, Square>): Offer {
  const { side, reos } = view.seats[seat]!
  const { text, piece } = choice
  const to = (choice.to ?? '') as string
  const takes = (choice.takes ?? []).map(({ seat, piece }) => ({ seat, reo: (piece as number) - 1 }))
  const plain: Offer = { text, kind: 'plain', reos: [], who: null, path: [], to, up: false, takes }
  if (piece === undefined) {
    const [who] = takes
    return who ? { ...plain, kind: 'taken', who, reos: [named(who)] } : plain
  }
  const who = { seat, reo: (piece as number) - 1 }
  const [from, ...path] = (choice.path as string[]).map((at) => squareName(at, side)) as [string, ...string[]]
  const kindOf = (square: string) => squares.get(square)!.kind
  if (kindOf(from) === 'cell') {
    // whoever is in the cell will do: it is the server who says which of them comes out
    const captive = reos.flatMap((at, reo) => (squareName(at, side) === from ? [named({ seat, reo })] : []))
    return { ...plain, kind: 'release', who, reos: captive, path }
  }
  const up = path.some((square, n) => kindOf(square) === 'gallery' && kindOf([from, ...path][n]!) !== 'gallery')
  return { ...plain, kind: 'move', who, reos: [named(who)], path, up }
}

export interface Target {
  square: string
  offers: Offer[]
}

/** The squares to which offers lead. A long way round by the gallery may end where a die alone does. */
export function targets(offers: Offer[]): Target[] {
  const found = new Map<string, Offer[]>()
  for (const offer of offers) {
    const square = offer.path.at(-1)
    if (square) found.set(square, [...(found.get(square) ?? []), offer])
  }
  return [...found].map(([square, offers]) => ({ square, offers }))
}

/** A move in brief: how far, where to, and what else is to be known before making it. */
export interface Brief {
  pips: number
  /** The dice that it uses, and those that are left then; none of either for a walk without dice. */
  dice: number[]
  rest: number[]
  to: string
  notes: Phrase[]
}

/** What is said of a move, taken apart; null for what is no move. */
export function briefly(said: Phrase | undefined): Brief | null {
  const { key, fields } = said ?? { key: '' }
  if (key === 'noted' || key === 'capturing') {
    const inner = briefly(fields!['what'] as Phrase)
    if (!inner) return null
    if (key === 'capturing') return { ...inner, notes: [{ key: 'chip_captures', fields: fields! }, ...inner.notes] }
    const note = fields!['note'] as Phrase
    // of a gallery that is said anyway
    const isSaid = note.key === 'note_safe' && inner.notes.some(({ key }) => key === 'chip_gallery')
    return isSaid ? inner : { ...inner, notes: [...inner.notes, note] }
  }
  if (fields?.['pips'] === undefined) return null
  const notes = key === 'climb' ? [{ key: 'chip_gallery' }] : []
  const [dice, rest] = ['dice', 'rest'].map((field) => (fields[field] ?? []) as number[]) as [number[], number[]]
  return { pips: fields['pips'] as number, dice, rest, to: fields['to'] as string, notes }
}
