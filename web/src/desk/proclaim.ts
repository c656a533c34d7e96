// What a herald proclaims: the public lines that have come to count, in order, as whole sentences.
import type { Entry, Line } from '../api/wire'
import { followed, rootOf, sentence, type Wording } from './sentences'

export interface Proclamation {
  no: number
  /** The first is what was done, the others what followed. */
  sentences: string[]
  said: boolean
}

/** Everything that can be proclaimed; an entry counts once the match has it. */
export function proclamations(lines: Line[], log: Entry[], wording: Wording): Proclamation[] {
  const find = (no: number) => lines.find((line) => line.no === no)
  const played = new Set(log.map((entry) => entry.line))
  const said = new Set(lines.flatMap((line) => (line.kind === 'proclaimed' ? [line.of] : [])))
  const last = Math.max(0, ...said)
  const isPublic = (line: Line) => [line, rootOf(line, find)].every(({ kind }) => wording.desk.public.includes(kind))
  const isMatch = (line: Line) => line.kind === 'entered' || line.kind === 'acted'
  return lines
    .filter((line) => isPublic(line) && (!isMatch(line) || played.has(line.no)))
    .map((line) => {
      const facts = isMatch(line) ? followed(line.no, log, wording).map((fact) => fact.text) : []
      // the first fact says who threw what, in the game's own words
      const sentences = facts.length > 0 ? facts : [sentence(line, wording, find)]
      return { no: line.no, sentences, said: line.no <= last }
    })
}
