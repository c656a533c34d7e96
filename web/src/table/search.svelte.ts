// The search for a good move. It goes on while the board shows what others do meanwhile.
import { askHint } from '../api/http'
import type { Hint } from '../api/wire'
import { trouble } from '../words/trouble'

export class HintSearch {
  found = $state.raw<Hint | null>(null)
  warned = $state(false) // of what it costs
  seeks = $state(false)
  failed = $state('')

  async seek(table: string, seat: number) {
    this.warned = false
    this.failed = ''
    this.seeks = true
    try {
      this.found = await askHint(table, seat)
    } catch (error) {
      this.failed = trouble(error)
    }
    this.seeks = false
  }
}
