import { render } from 'svelte/server'
import { expect, test } from 'vitest'
import Markdown from './Markdown.svelte'

const html = (text: string, skipTitle = false) => render(Markdown, { props: { text, skipTitle } }).body.replace(/<!--.*?-->| class="[^"]*"| scope="col"/g, '')

test('a page becomes headings, paragraphs, lists, tables and code', () => {
  const page = '# Title\n\nOne line\nand the next.\n\n- first\n- second\n  goes on\n\n1. one\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n```\ncode *as is*\n```\n'
  const shown = html(page)
  const parts = ['<h2>Title</h2>', '<p>One line\nand the next.</p>', '<li>second\ngoes on</li>', '<ol><li>one</li></ol>', '<th>B</th>', '<td>2</td>', '<pre>code *as is*</pre>']
  for (const part of parts) expect(shown).toContain(part)
  expect(html(page, true)).not.toContain('Title')
})

test('within a line there is emphasis, code and links', () => {
  expect(html('a **b** *c* `<d>` [e](/f).')).toBe('<p>a <strong>b</strong> <em>c</em> <code>&lt;d></code> <a href="/f">e</a>.</p>')
})

test('a link that would run something is only text, and so is HTML', () => {
  const shown = html('[x](javascript:alert) <b>y</b>\n\n<script>z</script>')
  expect(shown).not.toMatch(/<a|<b|<script|javascript/)
  expect(shown).toContain('x &lt;b>y&lt;/b>')
})
