import type { ReactNode } from 'react'
import type { Noun } from '@/lib/messages/catalogue'
import { memberTexts } from '@/lib/ui/member-reader'
import { ClientTexts } from './client-texts'
import { SameLanguage } from './texts-provider'

/** Returns a layout that sends the texts of some files to the client components of its pages, in the member's language. */
export function textsLayout(...nouns: readonly Noun[]) {
  return async function TextsLayout({ children }: { children: ReactNode }) {
    const texts = await memberTexts()
    return (
      <>
        <SameLanguage language={texts.language} />
        <ClientTexts {...texts} nouns={nouns}>
          {children}
        </ClientTexts>
      </>
    )
  }
}
