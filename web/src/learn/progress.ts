// How far somebody has got with a game's lessons: kept on the device, so that a lost page loses nothing.
import { keep, recall } from '../keep'

export interface Progress {
  /** The lesson one is at; '' before the first. */
  at: string
  /** What was accepted in it so far. */
  tries: string[]
  /** The lessons that are finished. */
  done: string[]
}

const NOTHING: Progress = { at: '', tries: [], done: [] }
const key = (game: string) => `learn.${game}`

/** What was kept, as far as these lessons still exist; whoever has finished them all begins again. */
export function resume(game: string, lessons: string[]): Progress {
  const kept = recall<Partial<Progress>>(key(game), NOTHING)
  const texts = (value: unknown) => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [])
  const done = texts(kept.done).filter((id) => lessons.includes(id))
  const isAt = typeof kept.at === 'string' && lessons.includes(kept.at)
  const first = lessons.find((id) => !done.includes(id)) ?? lessons[0] ?? ''
  return isAt ? { at: kept.at!, tries: texts(kept.tries), done } : { at: first, tries: [], done }
}

export const keepProgress = (game: string, progress: Progress): void => keep(key(game), progress)

/** The progress once everything is done, or somebody begins anew: the next visit starts at the first lesson. */
export const startOver = (progress: Progress): Progress => ({ ...progress, at: '', tries: [] })

export const at = (progress: Progress, lesson: string): Progress => ({ ...progress, at: lesson, tries: [] })

export function accepted(progress: Progress, text: string, isLast: boolean): Progress {
  const tries = [...progress.tries, text]
  const done = isLast && !progress.done.includes(progress.at) ? [...progress.done, progress.at] : progress.done
  return { ...progress, tries, done }
}
