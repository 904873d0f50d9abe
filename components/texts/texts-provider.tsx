'use client'

import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Language } from '@/lib/domain/languages'
import { type CompiledTexts, type Translate, translator } from '@/lib/messages/translator'

type Provided = { language: Language; texts: CompiledTexts }

const TextsContext = createContext<Provided>({ language: 'en', texts: {} })

/** Adds texts, which came with the page's data, to those of the providers around it. */
export function TextsProvider({ language, texts, children }: Provided & { children: ReactNode }) {
  const { texts: outer } = useContext(TextsContext)
  const provided = useMemo(() => ({ language, texts: { ...outer, ...texts } }), [language, outer, texts])
  return <TextsContext.Provider value={provided}>{children}</TextsContext.Provider>
}

/** Returns the texts that the providers around a component have. */
export function useTexts(): Translate {
  const { language, texts } = useContext(TextsContext)
  return useMemo(() => translator(language, texts), [language, texts])
}
