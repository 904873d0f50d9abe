import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Saves unsubmitted text in the tab; null deletes it. The key contains the member and the connection. */
function saveText(key: string, text: string | null): void {
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

/**
 * Returns the draft of a form, which survives leaving the page within its tab once it differs from `begin`. A null key
 * saves nothing. `isRestored` is true after a saved draft was found, which `onRestored` receives.
 */
export function useSavedDraft<Draft extends object>(
  key: string | null,
  begin: Draft,
  onRestored: (draft: Draft) => void = () => {},
) {
  const [first] = useState(begin)
  const [draft, setDraft] = useState(begin)
  const [isRestored, setRestored] = useState(false)
  const isTouched = useRef(false)
  const reportRestored = useEffectEvent(onRestored)

  // The server's page cannot read the tab's storage, so the draft is restored before the first paint.
  useLayoutEffect(() => {
    const saved = key === null ? null : readDraft(savedText(key), first)
    if (!saved) return
    setDraft(saved)
    setRestored(true)
    reportRestored(saved)
  }, [key, first])

  useEffect(() => {
    if (key !== null && isTouched.current) saveText(key, draftText(draft, first))
  }, [key, draft, first])

  function forget() {
    isTouched.current = false
    if (key !== null) saveText(key, null)
  }

  return {
    draft,
    isRestored,
    change(part: Partial<Draft>) {
      isTouched.current = true
      setDraft((before) => ({ ...before, ...part }))
    },
    forget,
    startOver() {
      forget()
      setDraft(first)
      setRestored(false)
    },
  }
}

/** Returns a draft as text; null if it is as the form began. */
export function draftText<Draft extends object>(draft: Draft, begin: Draft): string | null {
  const text = JSON.stringify(draft)
  return text === JSON.stringify(begin) ? null : text
}

/** Returns the draft that `draftText` wrote; null for any other text, such as one of another version of the form. */
export function readDraft<Draft extends object>(text: string | null, begin: Draft): Draft | null {
  try {
    const saved: unknown = JSON.parse(text ?? 'null')
    // The cast follows the comparison of the shapes.
    return hasShapeOf(begin, saved) ? (saved as Draft) : null
  } catch {
    return null
  }
}

/** Returns whether a value has every field of `model` with the same type; the items of lists are not compared. */
function hasShapeOf(model: unknown, value: unknown): boolean {
  if (typeof model !== 'object' || model === null) return typeof model === typeof value
  if (typeof value !== 'object' || value === null || Array.isArray(model) !== Array.isArray(value))
    return false
  return Object.entries(model).every(([name, part]) => hasShapeOf(part, Reflect.get(value, name)))
}
