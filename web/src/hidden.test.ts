import { expect, test } from 'vitest'
import type { Table } from './api/wire'
import { withoutHidden } from './hidden'

const table = (id: string, trouble: Table['trouble']) => ({ id, trouble }) as Table

test('only a table that cannot be opened stays hidden', () => {
  const tables = [table('a', null), table('b', 'damaged'), table('c', 'other-rules')]
  expect(withoutHidden(tables, ['a', 'b']).map(({ id }) => id)).toEqual(['a', 'c'])
})
