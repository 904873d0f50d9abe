import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { ClientTexts } from '@/components/texts/client-texts'
import { PayerStyle } from './payer-style'
import { payerTexts } from './reader'

export const metadata: Metadata = { referrer: 'same-origin' }

/** Renders the layout of the payer's pages, which loads nothing of the dashboard. */
export default async function CheckoutLayout({ children }: { children: ReactNode }) {
  const { language } = await payerTexts()
  return (
    <ClientTexts language={language} nouns={['failure']}>
      <PayerStyle />
      <div className="min-h-dvh">{children}</div>
    </ClientTexts>
  )
}
