import { useEffect, useRef } from 'react'
import { randomUuid } from '@/components/random/random-uuid'

/** Returns the token of a form. It survives a reload; `spend` replaces it after the form has created its object. */
export function useFormToken(storageKey: string) {
  const token = useRef<string | null>(null)
  const read = () => {
    token.current ??= sessionStorage.getItem(storageKey) ?? randomUuid()
    sessionStorage.setItem(storageKey, token.current)
    return token.current
  }
  // A page from the back-forward cache must not use a spent token again.
  useEffect(() => {
    const renew = (event: PageTransitionEvent) => {
      if (event.persisted) token.current = null
    }
    window.addEventListener('pageshow', renew)
    return () => window.removeEventListener('pageshow', renew)
  }, [])
  return {
    current: read,
    spend: () => {
      sessionStorage.removeItem(storageKey)
      token.current = null
    },
  }
}
