// Figures of a report as people read them.

/** How many of a hundred. */
export const share = (right: number, of: number): number => Math.round((100 * right) / of)

/** Seconds as minutes and seconds: 75 is 1:15. */
export function asMinutes(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
