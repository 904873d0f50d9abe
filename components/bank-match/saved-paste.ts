/** Key of the tab's storage, one for each owner. */
const keyOf = (owner: string) => `bank-lines:${owner}`

/** Saves pasted lines within their tab, under the member and the connection; an empty text forgets them. */
export function keepPaste(owner: string, text: string): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(keyOf(owner))
    else sessionStorage.setItem(keyOf(owner), text)
  } catch {
    // A browser may refuse its storage; then a reload forgets the lines, and nothing else is wrong.
  }
}

/** Returns the saved lines; null without any. */
export function keptPaste(owner: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(owner))
  } catch {
    return null
  }
}
