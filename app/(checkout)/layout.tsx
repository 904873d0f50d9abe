import type { Metadata } from 'next'
import type { ReactNode } from 'react'

export const metadata: Metadata = { referrer: 'same-origin' }

/** Layout of the payer's pages. It loads nothing of the dashboard. */
export default function CheckoutLayout({ children }: { children: ReactNode }) {
  return <div className="min-h-dvh">{children}</div>
}
