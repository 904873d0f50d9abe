/** Saves unsubmitted text in the tab; null deletes it. The key contains the member and the connection. */
export function saveText(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // A browser may refuse its storage; then leaving the page loses the text.
  }
}

/** Returns the saved text; null without any. */
export function savedText(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
