// What this device keeps: never more than the browser lets it, and never in the way if it lets nothing.

export function recall<T>(key: string, otherwise: T): T {
  try {
    const kept = localStorage.getItem(`periplo.${key}`)
    return kept === null ? otherwise : (JSON.parse(kept) as T)
  } catch {
    return otherwise
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`periplo.${key}`, JSON.stringify(value))
  } catch {
    // a full or forbidden store: the table still works, it is only forgotten with the page
  }
}

/** Forget everything but this; how many things were forgotten. */
export function forgetAllBut(kept: string[]): number {
  try {
    const ours = Object.keys(localStorage).filter((key) => key.startsWith('periplo.') && !kept.includes(key.slice('periplo.'.length)))
    for (const key of ours) localStorage.removeItem(key)
    return ours.length
  } catch {
    return 0 // nothing was kept
  }
}
