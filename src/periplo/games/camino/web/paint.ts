import type { Shapes } from './position'

/** Gives everything within an element the colours of the drawing, by day and by night. */
export const paint = (shapes: Shapes) => (node: HTMLElement) => {
  for (const [key, [light, dark]] of Object.entries(shapes.paints)) node.style.setProperty(`--cam-${key}`, `light-dark(${light}, ${dark})`)
}
