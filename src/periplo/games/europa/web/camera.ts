// Which part of the map is in sight: how much it is enlarged, and how far it is scrolled.

export const LARGEST = 6
// pixels for a unit of the map: with these its smallest letters can just be read, with those easily
const JUST = 0.6
const EASILY = 0.75

/** What a window of so many pixels begins with: the whole map, unless one could not read it. */
export const firstZoom = (pixels: number, width: number): number =>
  pixels >= JUST * width ? 1 : Math.min((EASILY * width) / pixels, LARGEST)

export const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** The scrolling that keeps a point off the edges of a window, and otherwise stays what it was. */
export function inSight(point: number, size: number, scrolled: number, margin: number): number {
  const edge = margin * size
  return within(scrolled, point - size + edge, point - edge)
}

/** The scrolling after enlarging by a factor about a point of the window. */
export const about = (focus: number, scrolled: number, factor: number): number => (scrolled + focus) * factor - focus
