/** Returns the owner's key in the tab's storage. */
const keyOf = (owner: string) => `bank-lines:${owner}`

/** Saves pasted lines within their tab, under the member and the connection. An empty text deletes them. */
export function savePaste(owner: string, text: string): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(keyOf(owner))
    else sessionStorage.setItem(keyOf(owner), text)
  } catch {
    // The browser may refuse access to its storage. Then a reload loses the lines, which is acceptable.
  }
}

/** Returns the saved lines; null without any. */
export function savedPaste(owner: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(owner))
  } catch {
    return null
  }
}
