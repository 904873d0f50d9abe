import type { ReactNode } from 'react'
import type { Language } from '@/lib/domain/languages'
import { type Noun, textsOf } from '@/lib/messages/catalogue'
import { TextsProvider } from './texts-provider'

type Props = { language: Language; nouns: readonly Noun[]; children: ReactNode }

/** Sends the texts of some files in one language to the client components below it. It renders on the server. */
export function ClientTexts({ language, nouns, children }: Props) {
  return (
    <TextsProvider language={language} texts={textsOf(language, nouns)}>
      {children}
    </TextsProvider>
  )
}
