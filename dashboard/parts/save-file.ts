/** Saves a file on the person's device, as a download of the browser. */
export function saveFile(name: string, content: string | Blob): void {
  const blob =
    content instanceof Blob ? content : new Blob([content], { type: 'application/octet-stream' })
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // A large file is still being copied when the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
