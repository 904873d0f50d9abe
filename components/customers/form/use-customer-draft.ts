import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { savedText, saveText } from '@/components/data/saved-text'
import { type CustomerDraft, type CustomerField, draftText, readDraft } from './customer-draft'

/** Returns the form's draft. With a key it survives leaving the page within its tab. */
export function useCustomerDraft(begin: CustomerDraft, key: string | undefined) {
  const [draft, setDraft] = useState(begin)
  const [isRestored, setRestored] = useState(false)
  const first = useRef(begin)
  const isTouched = useRef(false)

  // The draft is restored before the first paint, because the server's page cannot read the tab's storage.
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
    /** Deletes the draft after the customer was saved or the form was canceled. */
    forget() {
      isTouched.current = false
      if (key !== undefined) saveText(key, null)
    },
  }
}
