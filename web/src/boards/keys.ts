// The keyboard on a board: arrows go to the nearest thing on that side, Enter and Space press it, Escape puts away.
import type { Attachment } from 'svelte/attachments'

export interface Point {
  x: number
  y: number
}

// clockwise from the right, in degrees; of two things as near, up leads to the right one and down to the left one,
// so that up and down lead back to where one was
const WAYS: Record<string, number> = { ArrowRight: 0, ArrowDown: 91, ArrowLeft: 180, ArrowUp: 271 }

/** Which of these points an arrow key leads to: the nearest on that side, straight ahead before askew. */
export function toward<Place extends Point>(from: Point, places: Place[], key: string): Place | undefined {
  const way = WAYS[key]
  if (way === undefined) return undefined
  const along = Math.cos((way * Math.PI) / 180)
  const down = Math.sin((way * Math.PI) / 180)
  let best: Place | undefined
  let least = Infinity
  for (const place of places) {
    const ahead = (place.x - from.x) * along + (place.y - from.y) * down
    const askew = Math.abs((place.y - from.y) * along - (place.x - from.x) * down)
    // what lies mostly to the side is not on that side
    if (ahead <= 1 || askew > 4 * ahead) continue
    const strain = ahead + 2 * askew
    if (strain < least) [best, least] = [place, strain]
  }
  return best
}

const BACK: Record<string, string> = { ArrowRight: 'ArrowLeft', ArrowLeft: 'ArrowRight', ArrowDown: 'ArrowUp', ArrowUp: 'ArrowDown' }

type Pressable = Element & { focus: () => void }

function middle(element: Pressable): Point & { element: Pressable } {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { element, x: x + width / 2, y: y + height / 2 }
}

/** What makes a shape a button: to be spread over it, within an element that has `onKeys`. */
export function pressable(label: string, press: (event: MouseEvent) => void) {
  return { role: 'button', tabindex: 0, 'aria-label': label, onclick: press } as const
}

/**
 * For an element whose `[role=button]`s are to be used by keys. Those that match `among` are one stop of the Tab key,
 * and arrows go from one to the next. A press is a click, with a `detail` of 0.
 */
export function onKeys(among: string, escape: () => void = () => {}): Attachment<Element> {
  return (board) => {
    const all = () => [...board.querySelectorAll<Pressable>(among)]
    // the last step, for whoever goes back: what lies between two others is as near to both
    let step: { from: Pressable; to: Pressable; key: string } | undefined

    function makeStop(stop: Pressable | undefined) {
      for (const one of all()) one.setAttribute('tabindex', one === stop ? '0' : '-1')
    }

    function press(event: KeyboardEvent) {
      const button = (event.target as Element).closest<Pressable>('[role=button]')
      if (!button || event.ctrlKey || event.metaKey || event.altKey) return
      const from = middle(button)
      const others = button.matches(among) ? all().filter((one) => one !== button) : []
      const isBack = step?.to === button && BACK[step.key] === event.key && others.includes(step.from)
      const next = isBack ? step!.from : toward(from, others.map(middle), event.key)?.element
      if (next) {
        next.focus()
        step = { from: button, to: next, key: event.key }
      } else if (event.key === 'Enter' || event.key === ' ') button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      else if (event.key === 'Escape') escape()
      else return
      event.preventDefault()
      event.stopPropagation()
    }

    function reach(event: Event) {
      const button = (event.target as Element).closest<Pressable>(among)
      if (button) makeStop(button)
    }

    // what can be pressed comes and goes
    function keepStop() {
      const stops = all().filter((one) => one.getAttribute('tabindex') === '0')
      if (stops.length !== 1) makeStop(stops[0] ?? all()[0])
    }
    const watch = new MutationObserver(keepStop)
    watch.observe(board, { childList: true, subtree: true })
    keepStop()
    board.addEventListener('keydown', press as EventListener)
    board.addEventListener('focusin', reach)
    return () => {
      watch.disconnect()
      board.removeEventListener('keydown', press as EventListener)
      board.removeEventListener('focusin', reach)
    }
  }
}
