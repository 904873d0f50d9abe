'use client'

import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
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
