'use client'

import { ErrorCode } from '@/components/shell/failed'
import { MessagePage } from '@/components/shell/message-page'
import { Button } from '@/components/ui/button'
import { common } from '@/lib/messages/common'
import { errors } from '@/lib/messages/errors'
import './globals.css'

/** Stands in for the root layout when even that failed. */
export default function GlobalFailed({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en" data-theme="system">
      <body>
        <title>{errors.failedTitle}</title>
        <MessagePage
          title={errors.failedTitle}
          action={
            <Button variant="primary" onClick={() => location.reload()}>
              {common.retry}
            </Button>
          }
        >
          <p>{error.digest ? errors.failedHint : errors.failedHintPlain}</p>
          {error.digest ? <ErrorCode digest={error.digest} /> : null}
        </MessagePage>
      </body>
    </html>
  )
}
