import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { PayerStyle } from './payer-style'

export const metadata: Metadata = { referrer: 'same-origin' }

/** Renders the layout of the payer's pages, which loads nothing of the dashboard. */
export default function CheckoutLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PayerStyle />
      <div className="min-h-dvh">{children}</div>
    </>
  )
}
