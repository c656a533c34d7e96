// The Markdown of our own pages: headings, paragraphs, lists, tables, code; emphasis, code and links within a line.

export interface Span {
  kind: 'text' | 'strong' | 'em' | 'code' | 'link'
  text: string
  href?: string
}

export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }
  | { kind: 'code'; text: string }

const INLINE = /\*\*(?<strong>.+?)\*\*|\*(?<em>[^*]+?)\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<href>[^)\s]+)\)/g
const SAFE = /^(https?:\/\/|\/|#)/

export function spans(line: string): Span[] {
  const found: Span[] = []
  let end = 0
  for (const match of line.matchAll(INLINE)) {
    if (match.index > end) found.push({ kind: 'text', text: line.slice(end, match.index) })
    end = match.index + match[0].length
    const { strong, em, code, label, href } = match.groups!
    if (strong !== undefined) found.push({ kind: 'strong', text: strong })
    else if (em !== undefined) found.push({ kind: 'em', text: em })
    else if (code !== undefined) found.push({ kind: 'code', text: code })
    else if (SAFE.test(href!)) found.push({ kind: 'link', text: label!, href: href! })
    else found.push({ kind: 'text', text: label! })
  }
  if (end < line.length) found.push({ kind: 'text', text: line.slice(end) })
  return found
}

const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/
const cells = (line: string) => line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => spans(cell.trim()))

export function blocks(text: string): Block[] {
  const found: Block[] = []
  const lines = text.split('\n')
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!
    const heading = /^(#{1,6})\s+(.*)$/.exec(line)
    const item = ITEM.exec(line)
    if (line.trim() === '') i += 1
    else if (heading) {
      found.push({ kind: 'heading', level: heading[1]!.length, spans: spans(heading[2]!) })
      i += 1
    } else if (line.startsWith('```')) {
      const end = lines.indexOf('```', i + 1)
      const last = end < 0 ? lines.length : end
      found.push({ kind: 'code', text: lines.slice(i + 1, last).join('\n') })
      i = last + 1
    } else if (item) {
      const items: string[] = []
      for (; i < lines.length && lines[i]!.trim() !== ''; i++) {
        const next = ITEM.exec(lines[i]!)
        if (next) items.push(next[2]!)
        else items[items.length - 1] += ` ${lines[i]!.trim()}`
      }
      found.push({ kind: 'list', ordered: item[1] !== undefined, items: items.map(spans) })
    } else if (line.startsWith('|')) {
      const rows: string[] = []
      for (; i < lines.length && lines[i]!.startsWith('|'); i++) rows.push(lines[i]!)
      found.push({ kind: 'table', head: cells(rows[0]!), rows: rows.slice(2).map(cells) })
    } else {
      const paragraph: string[] = []
      for (; i < lines.length && lines[i]!.trim() !== '' && !/^(#{1,6}\s|\||```)/.test(lines[i]!); i++) paragraph.push(lines[i]!.trim())
      found.push({ kind: 'paragraph', spans: spans(paragraph.join(' ')) })
    }
  }
  return found
}
