import type { Attachment } from 'svelte/attachments'

/** Says how wide an element is, now and whenever that changes. */
export const onWidth = (say: (width: number) => void): Attachment<HTMLElement> => onSize(({ clientWidth }) => say(clientWidth))

/** The same of its height. */
export const onHeight = (say: (height: number) => void): Attachment<HTMLElement> => onSize(({ clientHeight }) => say(clientHeight))

function onSize(look: (element: HTMLElement) => void): Attachment<HTMLElement> {
  return (element) => {
    let frame = 0
    // In the next frame, unlike Svelte's own bind:clientWidth: what is drawn anew for a width may change the size again,
    // and within one frame browsers report that as an error.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => look(element))
    })
    look(element)
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }
}

/** How many pixels a rem has: more on a wall, where everything is larger. */
export const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize)
