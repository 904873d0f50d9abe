import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { buildFile } from '@/lib/platform/build-file'
import { nonceOf } from '@/lib/ui/page-headers'

export const metadata: Metadata = { referrer: 'same-origin' }

/** Renders the layout of the payer's pages, which loads nothing of the dashboard. Its style sheet is in the page. */
export default async function CheckoutLayout({ children }: { children: ReactNode }) {
  const nonce = nonceOf((await headers()).get('content-security-policy'))
  // biome-ignore lint/style/noProcessEnv: the build removes the branch
  if (process.env.NODE_ENV === 'development') await import('./development-style')
  return (
    <div className="min-h-dvh">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a file of the build */}
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: buildFile('payer.css') }} />
      {children}
    </div>
  )
}
