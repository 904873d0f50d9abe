import type { ReactNode } from 'react'
import type { Language } from '@/lib/domain/languages'
import { type Noun, textsOf } from '@/lib/messages/catalogue'
import { TextsProvider } from './texts-provider'

type Props = {
  language: Language
  /** Locale of numbers; that of the language by default. */
  locale?: string | undefined
  nouns: readonly Noun[]
  children: ReactNode
}

/** Sends the texts of some files in one language to the client components below it. It renders on the server. */
export function ClientTexts({ language, locale, nouns, children }: Props) {
  return (
    <TextsProvider language={language} locale={locale} texts={textsOf(language, nouns)}>
      {children}
    </TextsProvider>
  )
}
