import { expect, test } from 'vitest'
import { blocks, spans } from './markdown'

test('a page is taken apart into its blocks', () => {
  const page = '# Title\n\nOne line\nand the next.\n\n- first\n- second\n  goes on\n\n1. one\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n```\ncode *as is*\n```\n'
  expect(blocks(page).map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'table', 'code'])
  expect(blocks(page)[1]).toEqual({ kind: 'paragraph', spans: [{ kind: 'text', text: 'One line and the next.' }] })
  expect(blocks(page)[2]).toMatchObject({ ordered: false, items: [[{ text: 'first' }], [{ text: 'second goes on' }]] })
  expect(blocks(page)[3]).toMatchObject({ ordered: true })
  expect(blocks(page)[4]).toMatchObject({ head: [[{ text: 'A' }], [{ text: 'B' }]], rows: [[[{ text: '1' }], [{ text: '2' }]]] })
})

test('within a line there is emphasis, code and links', () => {
  expect(spans('a **b** *c* `d` [e](/f)').filter((span) => span.kind !== 'text')).toEqual([
    { kind: 'strong', text: 'b' },
    { kind: 'em', text: 'c' },
    { kind: 'code', text: 'd' },
    { kind: 'link', text: 'e', href: '/f' },
  ])
})

test('a link that would run something is only text', () => {
  expect(spans('[x](javascript:alert)')).toEqual([{ kind: 'text', text: 'x' }])
})
