// Addresses: what a path means, and the path for what is meant.

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; id: string; at: number | null }
  | { page: 'rules'; game: string }
  | { page: 'missing' }

export function parse(path: string, search: string): Route {
  const [first, second, ...more] = path.split('/').filter((part) => part !== '').map(decodeURIComponent)
  if (first === undefined) return { page: 'home' }
  if (second === undefined || more.length > 0) return { page: 'missing' }
  if (first === 'new') return { page: 'new', game: second }
  if (first === 'rules') return { page: 'rules', game: second }
  if (first === 't') return { page: 'table', id: second, at: snapshotNumber(search) }
  return { page: 'missing' }
}

function snapshotNumber(search: string): number | null {
  const at = new URLSearchParams(search).get('at')
  return at !== null && /^\d{1,9}$/.test(at) ? Number(at) : null
}

export function tablePath(id: string, at: number | null = null): string {
  return at === null ? `/t/${encodeURIComponent(id)}` : `/t/${encodeURIComponent(id)}?at=${at}`
}

/** The token in a link that moves a seat to this device: `/t/TABLE#seat=TOKEN`. */
export function tokenIn(hash: string): string | null {
  return /^#seat=([A-Za-z0-9_-]{16,})$/.exec(hash)?.[1] ?? null
}
