/** How long a browser may take to begin with a file that it was handed. */
const DOWNLOAD_BEGINS_MS = 10_000

/** Hands a file made in the browser to its downloads. */
export function saveFile(file: Blob, name: string): void {
  const anchor = document.createElement('a')
  anchor.href = URL.createObjectURL(file)
  anchor.download = name
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(anchor.href), DOWNLOAD_BEGINS_MS)
}
