// A pack that is being edited: what is written, what of it is saved, and back. Whatever is not saved yet stays on this device.
import { Refusal } from '../api/http'
import type { OpenedPack, PackChanges, PackEntry, PackFault, PackInfo } from '../api/wire'
import { trouble } from '../words/trouble'
import { savePack, showPack } from './api'
import { changesBetween, countChanges, withChanges, type Written } from './changes'
import { keepUnsaved, unsaved } from './kept'

const SAVE_AFTER = 1200 // milliseconds without a key
const RETRY_AFTER = 4000
const ONE_STEP = 1500 // milliseconds within which typing into one field is undone at once
const MOST_STEPS = 200

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused'

export class PackSession {
  info: PackInfo = $state.raw(null!)
  written: Written = $state.raw(null!)
  faults: PackFault[] = $state.raw([])
  moreFaults = $state(0)
  survey: Record<string, unknown> = $state.raw({})
  state = $state<SaveState>('saved')
  /** Why it could not be saved. */
  refused = $state('')
  /** What this device had written when somebody else saved. */
  mine: PackChanges | null = $state.raw(null)
  steps = $state(0)

  private saved: Written = null!
  private past: Written[] = []
  private last = { key: '', at: 0 }
  private timer: ReturnType<typeof setTimeout> | undefined
  private saving: Promise<void> | null = null

  constructor(opened: OpenedPack) {
    this.take(opened)
    const kept = unsaved(this.info.id)
    if (kept === null || countChanges(kept) === 0) return
    if (kept.revision === this.info.revision) {
      this.written = withChanges(this.written, kept)
      this.changed()
    } else this.mine = kept
  }

  private take({ info, draft, faults, more, survey }: OpenedPack): void {
    this.saved = this.written = { title: info.title, ...draft }
    this.past = []
    this.steps = 0
    this.checked(info, faults, more, survey)
  }

  private checked(info: PackInfo, faults: PackFault[], more: number, survey: Record<string, unknown>): void {
    this.info = info
    this.faults = faults
    this.moreFaults = more
    this.survey = survey
  }

  // ---- writing; `key` names the field, so that typing a word is one step back

  change(entry: PackEntry, key: string): void {
    this.step(key)
    this.written = { ...this.written, entries: this.written.entries.map((one) => (one.id === entry.id ? entry : one)) }
    this.changed()
  }

  add(entry: PackEntry): void {
    this.step('')
    this.written = { ...this.written, entries: [...this.written.entries, entry] }
    this.changed()
  }

  remove(id: string): void {
    this.step('')
    this.written = { ...this.written, entries: this.written.entries.filter((one) => one.id !== id) }
    this.changed()
  }

  rename(title: string): void {
    this.step('title')
    this.written = { ...this.written, title }
    this.changed()
  }

  set(settings: Record<string, unknown>): void {
    this.step('')
    this.written = { ...this.written, settings }
    this.changed()
  }

  undo(): void {
    const before = this.past.pop()
    if (before === undefined) return
    this.steps = this.past.length
    this.last = { key: '', at: 0 }
    this.written = before
    this.changed()
  }

  private step(key: string): void {
    const now = performance.now()
    if (key === '' || key !== this.last.key || now - this.last.at > ONE_STEP) {
      this.past = [...this.past, this.written].slice(-MOST_STEPS)
      this.steps = this.past.length
    }
    this.last = { key, at: now }
  }

  // ---- saving

  private unsavedChanges(): PackChanges {
    return changesBetween(this.saved, this.written, this.info.revision)
  }

  private changed(): void {
    const changes = this.unsavedChanges()
    const isOpen = countChanges(changes) > 0
    if (this.mine === null) keepUnsaved(this.info.id, isOpen ? changes : null)
    this.state = isOpen ? 'unsaved' : 'saved'
    this.saveIn(SAVE_AFTER)
  }

  private saveIn(milliseconds: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.save(), milliseconds)
  }

  /** Everything that is written reaches the server, or `state` says why not. */
  async save(): Promise<void> {
    clearTimeout(this.timer)
    while (this.saving !== null) await this.saving
    if (this.mine !== null || countChanges(this.unsavedChanges()) === 0) return
    this.saving = this.send()
    await this.saving
    this.saving = null
    if (this.state === 'unsaved') this.saveIn(SAVE_AFTER)
  }

  private async send(): Promise<void> {
    const changes = this.unsavedChanges()
    const sent = this.written
    this.state = 'saving'
    this.refused = ''
    try {
      const { info, faults, more, survey } = await savePack(this.info.id, changes)
      this.saved = { ...sent, title: sent.title.trim() === '' ? this.saved.title : sent.title }
      this.checked(info, faults, more, survey)
      const left = this.unsavedChanges()
      const isOpen = countChanges(left) > 0
      keepUnsaved(info.id, isOpen ? left : null)
      this.state = isOpen ? 'unsaved' : 'saved'
    } catch (error) {
      await this.failed(error, changes)
    }
  }

  private async failed(error: unknown, changes: PackChanges): Promise<void> {
    if (error instanceof Refusal && error.code === 'pack-changed') {
      const opened = await showPack(this.info.id).catch(() => null)
      if (opened !== null) {
        this.mine = { ...changesBetween(this.saved, this.written, changes.revision) }
        this.take(opened)
        this.state = 'saved'
        return
      }
    }
    if (!(error instanceof Refusal) || error.status === 0 || error.code === 'too-fast' || error.status >= 500) {
      this.state = 'offline'
      this.saveIn(RETRY_AFTER)
      return
    }
    this.refused = trouble(error)
    this.state = 'refused'
  }

  // ---- when somebody else has saved

  putMineOnTop(): void {
    const mine = this.mine!
    this.mine = null
    this.step('')
    this.written = withChanges(this.written, mine)
    this.changed()
  }

  dropMine(): void {
    this.mine = null
    this.changed()
  }

  stop(): void {
    clearTimeout(this.timer)
  }
}
