// What packs of a game look like: an editor in the game's own folder, and what it says of faults. They are found, not listed.
import type { Component } from 'svelte'
import type { PackEntry, PackFault } from '../api/wire'
import type { GameWords } from '../board'

/** Where somebody is to be led: to a field of an entry. */
export interface PackPlace {
  entry: string
  language: string
  column: string
}

export interface EditorProps {
  entries: PackEntry[]
  settings: Record<string, unknown>
  faults: PackFault[]
  /** What the game says of what there is in the pack. */
  survey: Record<string, unknown>
  words: GameWords
  readonly: boolean
  place: PackPlace | null
  change: (entry: PackEntry, key: string) => void
  add: (entry: PackEntry) => void
  remove: (id: string) => void
  set: (settings: Record<string, unknown>) => void
  /** A picture made fit, as a data address; or what is wrong with it. */
  fitPicture: (file: File) => Promise<{ picture: string } | { failed: string }>
}

export interface EditorModule {
  default: Component<EditorProps>
  /** What is wrong and what to do; `where` in a file, or in a draft. */
  faultText: (fault: PackFault, words: GameWords) => { what: string; where: string }
}

const found = import.meta.glob<EditorModule>('../../../src/periplo/games/*/web/PackEditor.svelte')

export async function editorOf(game: string): Promise<EditorModule | null> {
  const load = found[`../../../src/periplo/games/${game}/web/PackEditor.svelte`]
  return load ? load() : null
}
