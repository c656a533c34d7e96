// Which faces can still be chosen, and what they make together.
import type { Choice } from '../board'

export type Face = number | string
/** A face for each die; null while it is not chosen. */
export type Chosen = (Face | null)[]

const sorted = (faces: Face[]) => faces.map(String).sort().join('+')

/** Every face that some throw has, in order: those with pips first. */
export function facesOf(choices: Choice[]): Face[] {
  const all = new Set(choices.flatMap(({ faces }) => faces ?? []))
  return [...all].sort((one, other) => Number(typeof one === 'string') - Number(typeof other === 'string') || (one < other ? -1 : 1))
}

/** The throw that these faces are, in whatever order the dice lie. */
export function throwOf(choices: Choice[], chosen: Chosen): Choice | undefined {
  if (chosen.includes(null)) return undefined
  return choices.find(({ faces }) => sorted(faces ?? []) === sorted(chosen as Face[]))
}

/** Whether this die can show the face beside what is chosen for the others. */
export function isPossible(choices: Choice[], chosen: Chosen, die: number, face: Face): boolean {
  const wanted = chosen.with(die, face).filter((one) => one !== null).map(String)
  return choices.some(({ faces = [] }) => {
    const left = faces.map(String)
    return wanted.every((one) => {
      const at = left.indexOf(one)
      if (at < 0) return false
      left.splice(at, 1)
      return true
    })
  })
}
