'use client'

import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Language, Reader } from '@/lib/domain/languages'
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
