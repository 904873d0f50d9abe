/** Copies a text and returns whether it succeeded. The clipboard API needs https or localhost; execCommand works elsewhere. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'fixed top-0 opacity-0'
    document.body.append(area)
    const focused = document.activeElement
    area.select()
    const ok = document.execCommand('copy')
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return ok
  }
}
