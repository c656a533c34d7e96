// Lines of a journal as sentences, in the words that minutes use.
import type { DeskWords, Entry, Line } from '../api/wire'
import type { GameWords } from '../board'
import { signed } from '../words/figures'
import { fill } from '../words/fill'
import { translateAction, translateEvent, translatePlace } from '../words/translate'

export interface Wording {
  desk: DeskWords
  game: GameWords
  /** Of the seats, in order. */
  names: string[]
  /** Where a number is written with a comma. */
  decimalMark?: string
}

export function seatName({ names }: Wording, seat: number | undefined): string {
  return seat === undefined ? '' : (names[seat - 1] ?? String(seat))
}

/** “a, b and c”. */
export function listed({ desk }: Pick<Wording, 'desk'>, items: string[]): string {
  if (items.length < 2) return items.join('')
  return fill(desk.parts['and']!, { most: items.slice(0, -1).join(', '), last: items.at(-1)! })
}

/** A name with its role; the role alone where names are not shown. */
export function who({ desk }: Pick<Wording, 'desk'>, by: Line['by']): string {
  const role = desk.roles[by.role] ?? by.role
  if (!('name' in by) || by.name === undefined) return role
  return by.name === '' ? desk.parts['nameless']! : fill(desk.parts['who']!, { name: by.name, role })
}

/** What the table or a seat did, as people say it. */
export function outcomeOf({ game }: Pick<Wording, 'game'>, texts: string | readonly string[]): string {
  return [texts].flat().map((text) => translateAction(text, game)).join(', ')
}

export function voidReason({ desk }: Pick<Wording, 'desk'>, why: string): string {
  return desk.voids[why] ?? quote(desk, why)
}

export function sanctionText({ desk }: Pick<Wording, 'desk'>, choice: string): string {
  const [word, ...rest] = choice.split(' ')
  return desk.sanctions[word!] ? fill(desk.sanctions[word!]!, { rest: rest.join(' ') }) : choice
}

const quote = (desk: DeskWords, text: string) => fill(desk.parts['quote']!, { text: text.trim().split(/\s+/).join(' ') })

/** The sentence of one line; `find` is how others that it names are found. */
export function sentence(line: Line, wording: Wording, find: (no: number) => Line | undefined): string {
  const { desk, game } = wording
  const said = (key: string, fields: object = {}) =>
    fill(desk.lines[key] ?? key, { who: who(wording, line.by), seat: seatName(wording, 'seat' in line ? line.seat : undefined), ...fields })
  const part = (key: string, fields: object) => fill(desk.parts[key]!, fields)
  const because = (why: string) => (why.trim() === '' ? '' : part('because', { why: quote(desk, why) }))
  const joined = (...texts: string[]) => texts.filter((text) => text !== '').join(' ')
  const numbers = (key: string, lines: number[] | undefined) =>
    lines?.length ? part(key, { lines: listed(wording, lines.map(String)) }) : ''
  const named = (no: number) => part('line', { no })

  switch (line.kind) {
    case 'appointed':
    case 'withdrawn': {
      const role = desk.roles[line.role] ?? line.role
      const of = line.seat == null ? role : part('of_seat', { role, seat: seatName(wording, line.seat) })
      return said(line.kind, { official: line.name, role: of })
    }
    case 'entered': {
      const outcome = outcomeOf(wording, line.outcomes ?? line.outcome ?? '')
      return line.seat == null ? said('entered', { outcome }) : `${seatName(wording, line.seat)}: ${outcome}.`
    }
    case 'confirmed':
    case 'proclaimed':
      return said(line.kind, { of: line.of })
    case 'disputed':
      return said('disputed', { of: line.of, why: quote(desk, line.why) })
    case 'void':
      return said('void', { why: voidReason(wording, line.why) })
    case 'acted': {
      const key = line.by.role === 'player' || line.by.role === 'bot' ? 'acted_player' : line.behalf ? 'acted_behalf' : 'acted'
      return said(key, { action: outcomeOf(wording, line.action) })
    }
    case 'named':
      return said(line.behalf ? 'named_behalf' : 'named', { people: listed(wording, line.people), what: named(line.of) })
    case 'penalty':
      return said('penalty', { points: signed(line.points), why: quote(desk, line.why) })
    case 'sanction':
      return joined(said('sanction', { choice: sanctionText(wording, line.choice) }), numbers('fell_out', line.out))
    case 'proposed':
      return said(line.position ? 'proposed_position' : 'proposed', { text: quote(desk, line.text), people: listed(wording, line.council) })
    case 'voted':
      return said(line.yes ? 'voted_yes' : 'voted_no', { of: line.of })
    case 'ruling': {
      const proposal = find(line.of)
      const text = proposal?.kind === 'proposed' ? quote(desk, proposal.text) : ''
      return joined(said(line.carried ? 'ruling_carried' : 'ruling_fallen', { ...line, text }), numbers('fell_out', line.out))
    }
    case 'corrected': {
      const to = line.to === null ? '' : isNaming(line, find) ? listed(wording, [line.to].flat()) : outcomeOf(wording, line.to)
      const was = part('nothing', {})
      const text = said(line.to === null ? 'corrected_nothing' : 'corrected', { what: named(line.of), was: wasAt(line, wording, find) || was, to })
      return joined(text, numbers('fell_out', line.out), numbers('came_back', line.back))
    }
    case 'protest':
    case 'note':
      return said(line.kind, { text: quote(desk, line.text) })
    case 'answered': {
      const of = find(line.of)
      const seat = seatName(wording, of && 'seat' in of ? (of.seat ?? undefined) : undefined)
      return said(line.upheld ? 'answered_upheld' : 'answered_rejected', { of: line.of, seat, text: quote(desk, line.text) })
    }
    case 'paused':
    case 'resumed':
      return joined(said(line.kind), because(line.why))
    case 'place': {
      const piece = line.person ?? (line.piece == null ? '' : translatePlace(line.piece, game))
      return said(line.in ? 'place_in' : 'place_out', { piece, square: translatePlace(line.square, game) })
    }
    case 'closed': {
      const won = line.winner === null ? '' : part('wins', { seat: seatName(wording, line.winner) })
      return joined(said('closed'), because(line.why), won)
    }
    default:
      return said(line.kind)
  }
}

type Corrected = Extract<Line, { kind: 'corrected' }>
type Find = (no: number) => Line | undefined

/** The line that a correction, or a correction of corrections, means. */
export function rootOf(line: Line, find: Find): Line {
  let root: Line | undefined = line
  while (root?.kind === 'corrected') root = find(root.of)
  return root ?? line
}

const isNaming = (line: Corrected, find: Find) => rootOf(line, find).kind === 'named'

/** What stood at the place of a correction when it was first written. */
function wasAt(line: Corrected, wording: Wording, find: Find): string {
  const of = find(line.of)
  if (of === undefined) return ''
  if (of.kind === 'entered') return outcomeOf(wording, of.outcomes ?? of.outcome ?? '')
  if (of.kind === 'acted') return outcomeOf(wording, of.action)
  if (of.kind === 'named') return listed(wording, of.people)
  if (of.kind === 'corrected' && of.to !== null) return isNaming(of, find) ? listed(wording, [of.to].flat()) : outcomeOf(wording, of.to)
  return ''
}

/** What followed from a line by the rules: the sentences of the entries that stand at its place. */
export function followed(no: number, log: Entry[], { game, names }: Wording): { text: string; rule: string }[] {
  return log
    .filter((entry) => entry.line === no)
    .flatMap((entry) => entry.events.map((event) => ({ text: translateEvent(event, game, names), rule: event.rule })))
}
