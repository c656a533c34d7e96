// Where the app is: at a server, or on this device alone. The address says which.

const PREFIX = '/offline'

/** How the address of a drawing begins that was made on this device. */
export const DRAWN_HERE = 'data:image/svg+xml,'

const path = () => globalThis.location?.pathname ?? '/'

/** Whether this page plays without a server. */
export function isOffline(at = path()): boolean {
  return at === PREFIX || at.startsWith(`${PREFIX}/`)
}

/** A path of ours, without what says where it is. */
export const inside = (at: string) => (isOffline(at) ? at.slice(PREFIX.length) || '/' : at)

/** The same on this device alone. */
export const offlinePath = (to: string) => (to === '/' ? PREFIX : PREFIX + to)

/** A path of ours, where we are. */
export const here = (to: string) => (isOffline() && !isOffline(to) ? offlinePath(to) : to)
