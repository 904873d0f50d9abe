import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { emptyDraft, type LinkDraft } from './link-form'
import { isBegun, keptText, readKept } from './saved-draft'

const KEY = 'new-link-draft'

type Options = { begin: () => LinkDraft; onRestored: (draft: LinkDraft) => void }

/**
 * The form's draft. With an `owner` it outlives leaving the page within its tab; null keeps nothing, for a form that
 * begins as a copy. `restored` tells that it was found again, and `onRestored` is told what.
 */
export function useLinkDraft(owner: string | null, { begin, onRestored }: Options) {
  const [draft, setDraft] = useState<LinkDraft>(begin)
  const [restored, setRestored] = useState(false)
  const touched = useRef(false)
  const tell = useEffectEvent(onRestored)

  // Before the first paint of a visit; the server's page knows nothing of the tab's storage.
  useLayoutEffect(() => {
    const kept = owner === null ? null : readKept(stored(), owner)
    if (!kept) return
    setDraft(kept)
    setRestored(true)
    tell(kept)
  }, [owner])

  useEffect(() => {
    if (owner === null || !touched.current) return
    store(isBegun(draft) ? keptText(owner, draft) : null)
  }, [owner, draft])

  return {
    draft,
    restored,
    change(part: Partial<LinkDraft>) {
      touched.current = true
      setDraft((before) => ({ ...before, ...part }))
    },
    /** The link was made: nothing of it comes back. */
    forget() {
      touched.current = false
      if (owner !== null) store(null)
    },
    startOver() {
      touched.current = false
      store(null)
      setDraft(emptyDraft)
      setRestored(false)
    },
    /** What starting over took away; kept at once, since the page may have been left. */
    bringBack(kept: LinkDraft) {
      if (owner !== null) store(keptText(owner, kept))
      setDraft(kept)
      setRestored(true)
    },
  }
}

/** A browser may refuse its storage; then nothing is kept, and nothing else is wrong. */
function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

function store(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, text)
  } catch {
    // As above.
  }
}
