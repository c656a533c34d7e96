// The code on the wall that leads to a class table.

export const CODE_LENGTH = 6
const IN_HALVES = CODE_LENGTH / 2

/** What somebody typed, as the server writes it: capitals alone, however they were set apart. */
export const readCode = (typed: string): string => typed.replace(/[^a-z]/gi, '').toUpperCase().slice(0, CODE_LENGTH)

export const isWhole = (code: string): boolean => code.length === CODE_LENGTH

/** In two halves: so it is read aloud and kept in mind. */
export const inHalves = (code: string): [string, string] => [code.slice(0, IN_HALVES), code.slice(IN_HALVES)]

/** The code in a link to a wall on a device that is not the teacher's: `/t/TABLE/wall#code=BCDFGH`. */
export function codeIn(hash: string): string | null {
  const code = /^#code=([A-Z]+)$/.exec(hash)?.[1] ?? ''
  return isWhole(code) ? code : null
}

/** An address as one reads it to a class: what a browser adds by itself is left out. */
export const spoken = (address: string): string => address.replace(/^https?:\/\//, '')
