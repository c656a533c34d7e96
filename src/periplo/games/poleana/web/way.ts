// The track: what comes after what. Whether one may go there is the server's to say.

const SIDES = 4
const LAST_OF_THE_GALLERY = 7
const LAST_OF_THE_ESCAPE = 6

const before = (side: number) => ((side + SIDES - 2) % SIDES) + 1
const after = (side: number) => (side % SIDES) + 1

/** The next square for a colour; `up` where a `:14` leads into the gallery. */
export function next(at: string, own: number, up: boolean): string {
  if (at.startsWith('e')) {
    const n = Number(at.slice(1))
    return n < LAST_OF_THE_ESCAPE ? `e${n + 1}` : 'out'
  }
  const side = Number(at[0])
  const n = Number(at.slice(2))
  if (at[1] === '/') return n < LAST_OF_THE_GALLERY ? `${side}/${n + 1}` : `${side}:4`
  if (n === 14) return up ? `${side}/1` : `${side}:0`
  if (n < 9 || n > 9) return `${side}:${n + 1}`
  return side === before(own) ? 'e1' : `${after(side)}:10`
}

/** The squares stepped on, the last of them being where the walk ends. */
export function walk(from: string, own: number, pips: number, up: boolean): string[] {
  const path: string[] = []
  for (let at = from; path.length < pips; ) path.push((at = next(at, own, up)))
  return path
}
