import { useEffect, useRef } from 'react'
import { randomUuid } from '@/components/random/random-uuid'

/** Returns one token for a form's life, a reload included; a new one only after it was spent on what it made. */
export function useFormToken(storageKey: string) {
  const token = useRef<string | null>(null)
  const read = () => {
    token.current ??= sessionStorage.getItem(storageKey) ?? randomUuid()
    sessionStorage.setItem(storageKey, token.current)
    return token.current
  }
  // A page that comes back from the browser's memory after its form was spent must not use the same token.
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
