// Addresses: what a path means, and the path for what is meant. On this device alone all of them stand behind a prefix.
import { here, inside } from './offline/place'

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  /** `view` is the page of an official or a wall at a real table, or of a class; '' for the one that suits. */
  | { page: 'table'; id: string; view: string; at: number | null }
  | { page: 'event'; game: string }
  | { page: 'rules'; game: string }
  | { page: 'print'; game: string }
  | { page: 'me' }
  | { page: 'ratings'; game: string }
  | { page: 'learn'; game: string }
  /** One deal a day; `day` is null for today. */
  | { page: 'daily'; game: string; day: string | null }
  /** Files that are written here, such as question packs; `id` is null for all of them. */
  | { page: 'packs'; id: string | null }
  | { page: 'pack-to-play'; id: string }
  /** A code that stands on the wall of a class; '' until one is typed. */
  | { page: 'join'; code: string }
  | { page: 'missing' }

export function parse(path: string, search: string): Route {
  const [first, second, third, ...more] = inside(path).split('/').filter((part) => part !== '').map(decodeURIComponent)
  if (first === undefined) return { page: 'home' }
  if (first === 'me' && second === undefined) return { page: 'me' }
  if (first === 'packs' && second === undefined) return { page: 'packs', id: null }
  if (first === 'join' && third === undefined) return { page: 'join', code: second ?? '' }
  if (second === undefined || more.length > 0) return { page: 'missing' }
  if (first === 't') return { page: 'table', id: second, view: third ?? '', at: snapshotNumber(search) }
  if (first === 'packs' && third === 'play') return { page: 'pack-to-play', id: second }
  if (third !== undefined) return { page: 'missing' }
  if (first === 'packs') return { page: 'packs', id: second }
  if (first === 'new') return { page: 'new', game: second }
  if (first === 'daily') return { page: 'daily', game: second, day: new URLSearchParams(search).get('day') }
  if (first === 'ratings') return { page: 'ratings', game: second }
  if (first === 'rules') return { page: 'rules', game: second }
  if (first === 'print') return { page: 'print', game: second }
  if (first === 'learn') return { page: 'learn', game: second }
  if (first === 'event') return { page: 'event', game: second }
  return { page: 'missing' }
}

function snapshotNumber(search: string): number | null {
  const at = new URLSearchParams(search).get('at')
  return at !== null && /^\d{1,9}$/.test(at) ? Number(at) : null
}

export function tablePath(id: string, at: number | null = null): string {
  const path = here(`/t/${encodeURIComponent(id)}`)
  return at === null ? path : `${path}?at=${at}`
}

/** A page of a real table or a class. */
export function viewPath(id: string, view: string): string {
  return `${tablePath(id)}/${view}`
}

/** Where phones join a class: with its code, or to type it. */
export const joinPath = (code = ''): string => (code === '' ? '/join' : `/join/${encodeURIComponent(code)}`)

/** The link of an office: whoever opens it holds it. */
export function officePath(id: string, role: string, token: string): string {
  return `${viewPath(id, role)}#office=${token}`
}

/** The token in a link that moves a seat to this device, or gives it an office: `/t/TABLE#seat=TOKEN`. */
export function tokenIn(hash: string): string | null {
  return /^#(?:seat|office)=([A-Za-z0-9_-]{16,})$/.exec(hash)?.[1] ?? null
}

export function packPath(id: string): string {
  return `/packs/${encodeURIComponent(id)}`
}

/** Whoever opens this link may open tables with the pack. */
export function readLink(id: string): string {
  return `${packPath(id)}/play`
}

/** Whoever opens this link may edit the pack. */
export function editLink(id: string, token: string): string {
  return `${packPath(id)}#edit=${token}`
}

/** The token in such a link. */
export function editTokenIn(hash: string): string | null {
  return /^#edit=([A-Za-z0-9_-]{16,})$/.exec(hash)?.[1] ?? null
}

/** The form for a new table, with a class chosen. */
export const classPath = (game: string): string => `/new/${game}?with=class`

/** A new table with a pack chosen already. */
export function playPath(game: string, reference: string): string {
  return `/new/${game}?pack=${encodeURIComponent(reference)}`
}

/** The link that makes another device this one. */
export function devicePath(secret: string): string {
  return `/me#device=${secret}`
}

/** The secret in such a link. */
export function deviceIn(hash: string): string | null {
  return /^#device=([A-Za-z0-9_-]{32,128})$/.exec(hash)?.[1] ?? null
}
