// Which place of a board is under a point, and the clauses that belong to it, as the layout says.
import type { Point } from './keys'

type Fields = Record<string, unknown>

/** After so many quarter turns, clockwise, of a canvas as wide as it is high. */
function turned({ x, y }: Point, quarters: number, width: number): Point {
  const [a, b] = [[x, y], [width - y, x], [width - x, width - y], [y, width - x]][quarters % 4] as [number, number]
  return { x: a, y: b }
}

const gap = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/** The name of the place that a point of the layout lies on; null for none. */
export function placeAt(layout: Fields, point: Point): string | null {
  const known = (layout['clauses'] ?? {}) as Fields
  const places = Object.values(layout)
    .flatMap((list) => (Array.isArray(list) ? (list as Fields[]) : []))
    .flatMap(({ x, y, at, name, cell }) => {
      const called = String(at ?? name ?? cell)
      return typeof x === 'number' && typeof y === 'number' && called in known ? [{ called, x, y }] : []
    })
  const nearest = places.reduce<(typeof places)[number] | null>((best, one) => (best && gap(best, point) <= gap(one, point) ? best : one), null)
  if (nearest === null) return null
  const room = Math.min(...places.map((other) => gap(nearest, other)).filter((far) => far > 1))
  return gap(nearest, point) <= 0.6 * room ? nearest.called : null
}

/** Whether a point of the screen is cut off by something that is scrolled, such as a map, between an element and one around it. */
function isCutOff({ x, y }: Point, element: Element, within: Element): boolean {
  for (let around = element.parentElement; around !== null && around !== within; around = around.parentElement) {
    if (around.scrollWidth <= around.clientWidth && around.scrollHeight <= around.clientHeight) continue
    if (getComputedStyle(around).overflow === 'visible') continue
    const { left, right, top, bottom } = around.getBoundingClientRect()
    if (x < left || x > right || y < top || y > bottom) return true
  }
  return false
}

/** Where on the screen a place is, beside the upper left corner of an element that has the board in it; null if it is not in sight there. */
export function onScreen(within: Element, layout: unknown, name: unknown): Point | null {
  const svg = within.querySelector<SVGSVGElement>('svg[data-places]')
  const matrix = svg?.getScreenCTM()
  const laid = layout as Fields & { width: number }
  const place = Object.values(laid)
    .flatMap((list) => (Array.isArray(list) ? (list as Fields[]) : []))
    .find(({ x, at, name: called, cell }) => typeof x === 'number' && (at ?? called ?? cell) === name) as (Point & Fields) | undefined
  if (!svg || !matrix || !place) return null
  const { x, y } = turned(place, Number(svg.dataset['places']), laid.width)
  const point = new DOMPoint(x, y).matrixTransform(matrix)
  if (isCutOff(point, svg, within)) return null
  const { left, top } = within.getBoundingClientRect()
  return { x: point.x - left, y: point.y - top }
}

const PRESSED = 'button, a, input, select, summary, [role=button]'

/**
 * The clauses about what was pressed on a board: an element with `data-place`, which names it, or a place of the layout, within an
 * `svg` with `data-places`, which is drawn in units of the layout after so many quarter turns. None for what does something itself,
 * unless it has a `data-place`.
 */
export function clausesAt({ target, clientX, clientY }: MouseEvent, layout: unknown): string[] {
  if (!(target instanceof Element) || target.closest(PRESSED)?.hasAttribute('data-place') === false) return []
  const laid = layout as Fields & { clauses?: Record<string, string[]>; width: number }
  const named = target.closest('[data-place]')?.getAttribute('data-place')
  if (named) return laid.clauses?.[named] ?? []
  const svg = target.closest<SVGSVGElement>('svg[data-places]')
  const matrix = svg?.getScreenCTM()
  if (!svg || !matrix) return []
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
  const quarters = Number(svg.dataset['places'])
  const place = placeAt(laid, turned({ x, y }, (4 - quarters) % 4, laid.width))
  return place === null ? [] : (laid.clauses?.[place] ?? [])
}
