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

const LOWEST = 168 // pixels: less of a map says nothing
const ENOUGH = 330

/** How high the map is best on a phone, if what is below it ends at `bottom` while the map is so high, and has to end at `room`. */
export const heightFor = (now: number, bottom: number, room: number): number => within(Math.floor(now + room - bottom), LOWEST, ENOUGH)
