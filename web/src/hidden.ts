// Tables that can no longer be opened and that somebody does not want to see among theirs.
import type { Table } from './api/wire'
import { keep, recall } from './keep'

const KEY = 'hidden-tables'

export const hiddenTables = () => recall<string[]>(KEY, [])
export const hideTable = (id: string) => keep(KEY, [...new Set([...hiddenTables(), id])])

/** Without those; one that can be opened again is shown again. */
export function withoutHidden(tables: Table[], hidden: string[]): Table[] {
  return tables.filter((table) => table.trouble === null || !hidden.includes(table.id))
}
