'use client'

import { PlainFailed } from '@/components/shell/failure/plain-failed'
import './globals.css'

/** Replaces the root layout after an error in it. */
export default function GlobalFailed({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en" data-theme="system">
      <body>
        <PlainFailed digest={error.digest} onRetry={() => location.reload()} />
      </body>
    </html>
  )
}
