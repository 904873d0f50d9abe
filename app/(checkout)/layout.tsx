import type { Metadata } from 'next'
import type { ReactNode } from 'react'

export const metadata: Metadata = { referrer: 'same-origin' }

/** The payer's pages: nothing of the dashboard's is loaded here. */
export default function CheckoutLayout({ children }: { children: ReactNode }) {
  return <div className="min-h-dvh">{children}</div>
}
