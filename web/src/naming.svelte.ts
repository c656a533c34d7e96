// Asking for the name that somebody is to have at a table.
import { Refusal } from './api/http'
import { settings } from './settings.svelte'

interface Question {
  /** Does what the name is for. */
  use: (name: string) => Promise<void>
  /** Nobody gives a name. */
  drop: () => void
}

class Naming {
  question = $state.raw<Question | null>(null)

  /** Ask for a name until `use` takes it; null if nobody gives one. */
  ask<T>(use: (name: string) => Promise<T>): Promise<T | null> {
    return new Promise((done, fail) => {
      const end = (finish: () => void) => {
        this.question = null
        finish()
      }
      this.question = {
        use: async (name) => {
          try {
            const used = await use(name)
            end(() => done(used))
          } catch (error) {
            if (error instanceof Refusal && ['name-taken', 'bad-name'].includes(error.code)) throw error
            end(() => fail(error))
          }
        },
        drop: () => end(() => done(null)),
      }
    })
  }

  /** The same, but whoever has given a name before is not asked again. */
  once<T>(use: (name: string) => Promise<T>): Promise<T | null> {
    return settings.named ? use(settings.name) : this.ask(use)
  }
}

export const naming = new Naming()
