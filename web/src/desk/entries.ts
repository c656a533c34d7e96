// What became of the last thing that was entered, and what was asked of the judge about it.
import type { Line, LineOf, Pending } from '../api/wire'
import { rootOf } from './sentences'

export type EntryLine = LineOf<'entered'> | LineOf<'void'>

export type Fate =
  | { kind: 'counted' }
  | { kind: 'void' }
  | { kind: 'waits'; confirmed: number; need: number; disputes: LineOf<'disputed'>[] }
  | { kind: 'corrected'; to: string | string[] | null }
  | { kind: 'out' }

export interface LastEntry {
  line: EntryLine
  fate: Fate
}

export function lastEntry(lines: Line[], { waiting, confirmed }: Pick<Pending, 'waiting' | 'confirmed'>): LastEntry | null {
  const at = lines.findLastIndex(({ kind }) => kind === 'entered' || kind === 'void')
  const line = lines[at] as EntryLine | undefined
  if (line === undefined) return null
  if (line.kind === 'void') return { line, fate: { kind: 'void' } }
  if (waiting?.no === line.no) {
    const disputes = lines.filter((one) => one.kind === 'disputed' && one.of === line.no) as LineOf<'disputed'>[]
    return { line, fate: { kind: 'waits', confirmed, need: line.need, disputes } }
  }
  const find = (no: number) => lines.find((one) => one.no === no)
  let fate: Fate = { kind: 'counted' }
  for (const later of lines.slice(at + 1)) {
    if ('out' in later && later.out?.includes(line.no)) fate = { kind: 'out' }
    if ('back' in later && later.back?.includes(line.no)) fate = { kind: 'counted' }
    if (later.kind === 'corrected' && rootOf(later, find).no === line.no) fate = { kind: 'corrected', to: later.to }
  }
  return { line, fate }
}
