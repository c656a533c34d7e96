// What is different between two states of a pack, entry by entry: that is all that is sent, and kept until it is saved.
import type { PackChanges, PackEntry } from '../api/wire'

export interface Written {
  title: string
  settings: Record<string, unknown>
  entries: PackEntry[]
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export function changesBetween(saved: Written, now: Written, revision: number): PackChanges {
  const before = new Map(saved.entries.map((entry) => [entry.id, entry]))
  const here = new Set(now.entries.map(({ id }) => id))
  const changes: PackChanges = {
    revision,
    put: now.entries.filter((entry) => entry !== before.get(entry.id) && !same(entry, before.get(entry.id))),
    remove: [...before.keys()].filter((id) => !here.has(id)),
  }
  if (now.title.trim() !== '' && now.title !== saved.title) changes.title = now.title
  if (!same(now.settings, saved.settings)) changes.settings = now.settings
  return changes
}

export function countChanges({ put, remove, title, settings }: PackChanges): number {
  return put.length + remove.length + Number(title !== undefined) + Number(settings !== undefined)
}

/** The state after these changes; what they do not mention stays. */
export function withChanges(written: Written, changes: PackChanges): Written {
  const put = new Map(changes.put.map((entry) => [entry.id, entry]))
  const kept = written.entries
    .filter(({ id }) => !changes.remove.includes(id))
    .map((entry) => {
      const other = put.get(entry.id)
      put.delete(entry.id)
      return other ?? entry
    })
  return {
    title: changes.title ?? written.title,
    settings: changes.settings ?? written.settings,
    entries: [...kept, ...put.values()],
  }
}
