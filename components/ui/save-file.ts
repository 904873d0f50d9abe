/** Time after which a download has begun and its object URL can be revoked. */
const DOWNLOAD_BEGINS_MS = 10_000

export function saveFile(file: Blob, name: string): void {
  const anchor = document.createElement('a')
  anchor.href = URL.createObjectURL(file)
  anchor.download = name
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(anchor.href), DOWNLOAD_BEGINS_MS)
}
