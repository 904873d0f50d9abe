'use client'

import { PlainFailed } from '@/components/shell/plain-failed'
import './globals.css'

/** Stands in for the root layout when even that failed. */
export default function GlobalFailed({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en" data-theme="system">
      <body>
        <PlainFailed digest={error.digest} onRetry={() => location.reload()} />
      </body>
    </html>
  )
}
