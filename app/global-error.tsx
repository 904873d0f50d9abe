'use client'

import { PlainFailed } from '@/components/shell/plain-failed'
import { errors } from '@/lib/messages/errors'
import './globals.css'

/** Stands in for the root layout when even that failed. */
export default function GlobalFailed({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en" data-theme="system">
      <body>
        <title>{errors.failedTitle}</title>
        <PlainFailed digest={error.digest} onRetry={() => location.reload()} />
      </body>
    </html>
  )
}
