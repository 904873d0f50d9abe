'use client'

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Weekday } from '@/lib/domain/calendar-days'
import { type Language, languages, type Reader } from '@/lib/domain/languages'
import { type CompiledTexts, type Translate, translator } from '@/lib/messages/translator'

type Provided = Reader & { texts: CompiledTexts }

const TextsContext = createContext<Provided>({ language: 'en', locale: 'en', texts: {} })

type Props = { language: Language; locale?: string | undefined; texts: CompiledTexts; children: ReactNode }

/** Adds texts, which came with the page's data, to those of the providers around it. */
export function TextsProvider({ language, locale = language, texts, children }: Props) {
  const { texts: outer } = useContext(TextsContext)
  const provided = useMemo(
    () => ({ language, locale, texts: { ...outer, ...texts } }),
    [language, locale, outer, texts],
  )
  return <TextsContext.Provider value={provided}>{children}</TextsContext.Provider>
}

export function useTexts(): Translate {
  const { language, locale, texts } = useContext(TextsContext)
  return useMemo(() => translator(language, texts, locale), [language, locale, texts])
}

export function useReader(): Reader {
  return useContext(TextsContext)
}

/** Names the language of the frame to the browser, which knows that of the page before, such as the sign-in's. */
export function FrameLanguage({ language }: { language: Language }) {
  useEffect(() => {
    document.documentElement.lang = languages[language].locale
  }, [language])
  return null
}

/** Loads the page anew if its frame is in another language, because it was changed in another tab. */
export function SameLanguage({ language }: { language: Language }) {
  const { language: ofFrame } = useReader()
  const isMixed = language !== ofFrame
  useEffect(() => {
    if (isMixed) location.reload()
  }, [isMixed])
  return null
}

/** Interval at which relative times such as "3 min ago" are updated. */
const TICK_MS = 30_000

export type LocaleSettings = {
  /** BCP 47 tag of the user, for numbers. */
  locale: string
  /** IANA time zone of the account, for all dates. */
  timeZone: string
  /** Milliseconds since the epoch; the server's at first, so that server and browser render the same text. */
  now: number
  /** First weekday of calendars, 0 = Sunday; Monday by default. The server's, because some browsers do not know it. */
  firstWeekday?: Weekday
}

const LocaleContext = createContext<Required<LocaleSettings>>({
  locale: 'en',
  timeZone: 'UTC',
  now: 0,
  firstWeekday: 1,
})

/** Provides the number format, the time zone, the current time and the first weekday to all components below. */
export function LocaleProvider({
  locale,
  timeZone,
  now,
  firstWeekday = 1,
  children,
}: LocaleSettings & { children: ReactNode }) {
  const [current, setCurrent] = useState(now)
  useEffect(() => {
    setCurrent(Date.now())
    const timer = setInterval(() => setCurrent(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const settings = useMemo(
    () => ({ locale, timeZone, now: current, firstWeekday }),
    [locale, timeZone, current, firstWeekday],
  )
  return <LocaleContext.Provider value={settings}>{children}</LocaleContext.Provider>
}

/** Returns the user's locale, the account's time zone, and the current time to within half a minute. */
export function useLocale(): Required<LocaleSettings> {
  return useContext(LocaleContext)
}
