import type { ReactNode } from 'react'
import { ClientTexts } from '@/components/texts/client-texts'
import { type Noun, sources } from '@/lib/messages/catalogue'

/** Provides all English texts to the components of a test. */
export function EnglishTexts({ children }: { children: ReactNode }) {
  return (
    <ClientTexts language="en" nouns={Object.keys(sources.en) as Noun[]}>
      {children}
    </ClientTexts>
  )
}
