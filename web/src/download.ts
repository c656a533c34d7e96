/** Give a text to the browser as a file. */
export function download(name: string, text: string): void {
  save(name, new Blob([text], { type: 'application/json' }))
}

/** Give anything to the browser as a file. */
export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
