import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { savedText, saveText } from '@/components/data/saved-text'
import { type CustomerDraft, type CustomerField, draftText, readDraft } from './customer-draft'

/** Returns the form's draft, which with a key outlives leaving the page within its tab. */
export function useCustomerDraft(begin: CustomerDraft, key: string | undefined) {
  const [draft, setDraft] = useState(begin)
  const [isRestored, setRestored] = useState(false)
  const first = useRef(begin)
  const isTouched = useRef(false)

  // Before the first paint of a visit; the server's page knows nothing of the tab's storage.
  useLayoutEffect(() => {
    const saved = key === undefined ? null : readDraft(savedText(key))
    if (!saved) return
    setDraft(saved)
    setRestored(true)
  }, [key])

  useEffect(() => {
    if (key !== undefined && isTouched.current) saveText(key, draftText(draft, first.current))
  }, [key, draft])

  return {
    draft,
    isRestored,
    put(field: CustomerField, text: string) {
      isTouched.current = true
      setDraft((before) => ({ ...before, [field]: text }))
    },
    /** The customer was saved, or the form was given up. */
    forget() {
      isTouched.current = false
      if (key !== undefined) saveText(key, null)
    },
  }
}
