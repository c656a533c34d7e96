// A validator asks a judge to undo an entry by a note that begins with a mark and the line: `↶ 17 wrong die`.
import type { Line } from '../api/wire'

const MARK = '↶'
const WISH = new RegExp(`^${MARK} (\\d+)\\s*(.*)$`, 's')

export interface UndoRequest {
  no: number
  of: number
  why: string
  by: Line['by']
}

export const undoNote = (of: number, why: string) => `${MARK} ${of} ${why}`.trim()

/** Those that nobody has answered by a correction since; `rootOf` says which line a correction means. */
export function undoRequests(lines: Line[], rootOf: (line: Line) => number): UndoRequest[] {
  return lines.flatMap((line) => {
    const found = line.kind === 'note' ? WISH.exec(line.text) : null
    if (found === null) return []
    const of = Number(found[1])
    const isAnswered = lines.some((later) => later.kind === 'corrected' && later.no > line.no && rootOf(later) === of)
    return isAnswered ? [] : [{ no: line.no, of, why: found[2]!.trim(), by: line.by }]
  })
}

/** Whether the judge has been asked to undo this line. */
export function isUndoAsked(lines: Line[], of: number): boolean {
  return lines.some((line) => line.kind === 'note' && WISH.exec(line.text)?.[1] === String(of))
}
