// Which part of the map is in sight: how much it is enlarged, and how far it is scrolled.

export const LARGEST = 6
const READABLE = 0.75 // pixels for a unit of the map: there its smallest letters can be read

/** What a window of so many pixels begins with: the whole map, unless one could not read it. */
export const firstZoom = (pixels: number, width: number): number => within((READABLE * width) / pixels, 1, LARGEST)

export const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** The scrolling that keeps a point off the edges of a window, and otherwise stays what it was. */
export function inSight(point: number, size: number, scrolled: number, margin: number): number {
  const edge = margin * size
  return within(scrolled, point - size + edge, point - edge)
}

/** The scrolling after enlarging by a factor about a point of the window. */
export const about = (focus: number, scrolled: number, factor: number): number => (scrolled + focus) * factor - focus
