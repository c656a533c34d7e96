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
