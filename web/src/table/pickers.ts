// What officials press to enter what the real table did: a game's own picker, or a plain one. They are found, not listed.
import type { PickerModule } from '../board'

const found = import.meta.glob<PickerModule>('../../../src/periplo/games/*/web/Picker.svelte')

export function pickerOf(game: string): Promise<PickerModule> {
  const own = found[`../../../src/periplo/games/${game}/web/Picker.svelte`]
  return own ? own() : (import('../desk/parts/PlainPicker.svelte') as Promise<PickerModule>)
}
