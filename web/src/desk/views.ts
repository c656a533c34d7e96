// The pages of a real table: which there are, who may open them, and which one somebody is shown first.
import type { Component } from 'svelte'
import type { Official, Table } from '../api/wire'
import type { PageProps } from './context'

type Load = () => Promise<{ default: Component<PageProps> }>

export interface View {
  id: string
  /** The office it is for; null where anybody may look, 'any' for whoever holds one. */
  role: Official['role'] | 'any' | null
  load: Load
}

/** In the order in which somebody with several offices is shown the first, and in which they are listed. */
const VIEWS: View[] = [
  { id: 'referee', role: 'judge', load: () => import('./pages/Referee.svelte') },
  { id: 'validator', role: 'validator', load: () => import('./pages/Validator.svelte') },
  { id: 'judge', role: 'judge', load: () => import('./pages/Judge.svelte') },
  { id: 'notary', role: 'notary', load: () => import('./pages/Notary.svelte') },
  { id: 'captain', role: 'captain', load: () => import('./pages/Captain.svelte') },
  { id: 'steward', role: 'steward', load: () => import('./pages/Steward.svelte') },
  { id: 'herald', role: 'herald', load: () => import('./pages/Herald.svelte') },
  { id: 'organiser', role: 'organiser', load: () => import('./pages/Organiser.svelte') },
  { id: 'badges', role: 'organiser', load: () => import('./pages/Badges.svelte') },
  { id: 'journal', role: 'any', load: () => import('./pages/Journal.svelte') },
  { id: 'board', role: null, load: () => import('./pages/Follow.svelte') },
  { id: 'screen', role: null, load: () => import('./pages/Screen.svelte') },
]

/** Reached from other pages, not listed beside them. */
const UNLISTED = new Set(['screen', 'badges'])

export interface Opened {
  view: View
  office: Official | null
}

/** Whether a device is the referee at the kitchen table: it holds all the offices there are, and the event has no name. */
export function isReferee({ event }: Pick<Table, 'event'>, offices: Official[]): boolean {
  const roles = offices.map(({ role }) => role).sort().join(' ')
  return roles === 'judge organiser' && event?.confirm === 0 && event.title === ''
}

/** What somebody with these offices may open. A referee at the kitchen table does everything on one page. */
function openable(offices: Official[], isReferee: boolean): Opened[] {
  return VIEWS.flatMap((view): Opened[] => {
    if (view.id === 'referee' && !isReferee) return []
    if (view.role === null) return [{ view, office: null }]
    if (view.role === 'any') return offices.length > 0 ? [{ view, office: offices[0]! }] : []
    return offices.filter((office) => office.role === view.role).map((office) => ({ view, office }))
  })
}

/** One of each page, in order, as they are listed. */
export function listedViews(offices: Official[], isReferee: boolean): Opened[] {
  const found = openable(offices, isReferee).filter(({ view }) => !UNLISTED.has(view.id))
  const isFirst = (one: Opened, n: number) => found.findIndex(({ view }) => view.id === one.view.id) === n
  const all = found.filter(isFirst)
  // at the kitchen table nobody asks who is judge and who organises
  return isReferee ? all.filter(({ view }) => ['referee', 'journal', 'board'].includes(view.id)) : all
}

/** The page that was asked for, or the one that suits. */
export function chosenView(asked: string, offices: Official[], isReferee: boolean): Opened {
  const all = openable(offices, isReferee)
  return all.find(({ view }) => view.id === asked) ?? all[0]!
}
