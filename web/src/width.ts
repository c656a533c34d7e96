import type { Attachment } from 'svelte/attachments'

/** Says how wide an element is, now and whenever that changes. */
export function onWidth(say: (width: number) => void): Attachment<HTMLElement> {
  return (element) => {
    let frame = 0
    // In the next frame, unlike Svelte's own bind:clientWidth: what is drawn anew for a width may change the size again,
    // and within one frame browsers report that as an error.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => say(element.clientWidth))
    })
    say(element.clientWidth)
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }
}

/** How many pixels a rem has: more on a wall, where everything is larger. */
export const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize)
