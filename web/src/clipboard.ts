/** Whether what stands in a text field has reached the clipboard; if not, it stays selected to be copied by hand. */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    // no clipboard over plain HTTP, or not allowed: the old way needs neither
  }
  const before = document.activeElement
  field.focus()
  field.select()
  if (!document.execCommand('copy')) return false
  if (before instanceof HTMLElement) before.focus()
  return true
}
