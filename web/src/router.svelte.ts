// The address bar and what is shown follow one another.
import { here } from './offline/place'
import { parse, type Route } from './route'

class Router {
  route: Route = $state.raw(parse(location.pathname, location.search))
  /** Whether this is another page than the one the browser loaded. */
  private moved = false

  constructor() {
    addEventListener('popstate', () => {
      this.moved = true
      this.read()
    })
  }

  go(path: string): void {
    this.open(here(path))
  }

  private open(path: string): void {
    history.pushState(null, '', path)
    this.moved = true
    this.read()
    scrollTo(0, 0)
  }

  /** Another address for what is shown already. */
  rename(path: string): void {
    history.replaceState(null, '', path)
    this.read()
  }

  /** Links to pages of ours change the page without loading it anew. */
  follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element).closest('a')
    if (link === null || link.target !== '' || link.hasAttribute('download')) return
    if (link.origin !== location.origin || link.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return
    event.preventDefault()
    this.open(link.pathname + link.search + link.hash)
  }

  /** Links to pages of ours stay on this device alone, where we are there, also in another tab; one with `data-leaves` does not. */
  stay(event: MouseEvent): void {
    const link = (event.target as Element).closest?.('a')
    if (!link || link.origin !== location.origin || link.pathname.startsWith('/api/') || 'leaves' in link.dataset) return
    if (link.getAttribute('href')?.startsWith('#')) return
    const path = here(link.pathname)
    if (path !== link.pathname) link.href = path + link.search + link.hash
  }

  /** For a page's heading: whoever came here by a link goes on reading from it. */
  arrive = (heading: HTMLElement): void => {
    if (this.moved && document.activeElement === document.body) heading.focus({ preventScroll: true })
  }

  private read(): void {
    this.route = parse(location.pathname, location.search)
  }
}

export const router = new Router()
