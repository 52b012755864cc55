/** How long the browser gets to take over the file before its URL is revoked. */
const HANDOVER_MS = 10_000

/** Saves a file through a temporary URL that is revoked afterwards (D-47). */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), HANDOVER_MS)
}
