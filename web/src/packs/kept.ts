// What this device keeps of packs: the tokens of edit links, what was opened to be played with, what is not saved yet.
import { keep, recall } from '../keep'
import type { PackChanges } from '../api/wire'

const MOST_KEPT = 50

const links = () => recall<Record<string, string>>('pack-links', {})

export const editToken = (id: string): string | null => links()[id] ?? null

export function keepEditToken(id: string, token: string): void {
  keep('pack-links', { ...links(), [id]: token })
}

/** Packs of others that tables here can be opened with. */
export const readPacks = (): string[] => recall<string[]>('packs-read', [])

export function keepReadPack(id: string): void {
  keep('packs-read', [...readPacks().filter((one) => one !== id), id].slice(-MOST_KEPT))
}

export function forgetReadPack(id: string): void {
  keep('packs-read', readPacks().filter((one) => one !== id))
}

const key = (id: string) => `pack-unsaved.${id}`

export const unsaved = (id: string): PackChanges | null => recall<PackChanges | null>(key(id), null)

/** Nothing is kept of what is saved. */
export function keepUnsaved(id: string, changes: PackChanges | null): void {
  keep(key(id), changes)
}
