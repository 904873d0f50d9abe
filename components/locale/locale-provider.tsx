'use client'

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'

/** How often "3 min ago" is told anew. */
const TICK_MS = 30_000

export type LocaleSettings = {
  /** BCP 47, of the person: how numbers are written. */
  locale: string
  /** IANA, of the account: all dates are told in it. */
  timeZone: string
  /** Milliseconds; the server's at first, so that both sides render the same words. */
  now: number
}

const LocaleContext = createContext<LocaleSettings>({ locale: 'en', timeZone: 'UTC', now: 0 })

/** Tells everything below how to write numbers and in which zone to tell the time. */
export function LocaleProvider({
  locale,
  timeZone,
  now,
  children,
}: LocaleSettings & { children: ReactNode }) {
  const [current, setCurrent] = useState(now)
  useEffect(() => {
    setCurrent(Date.now())
    const timer = setInterval(() => setCurrent(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const settings = useMemo(() => ({ locale, timeZone, now: current }), [locale, timeZone, current])
  return <LocaleContext.Provider value={settings}>{children}</LocaleContext.Provider>
}

/** The person's locale, the account's time zone, and now (to half a minute). */
export function useLocale(): LocaleSettings {
  return useContext(LocaleContext)
}
