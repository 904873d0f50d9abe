'use client'

import { CloudAlert } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { common } from '@/lib/messages/common'
import { errors } from '@/lib/messages/errors'
import { ErrorCode } from './error-code'
import { MessagePage } from './message-page'

export type FailedProps = { error: Error & { digest?: string }; retry: () => void }

/** Only the digest is shown: the server's log holds the rest under the same code. */
export function Failed({ error, retry, inside = false }: FailedProps & { inside?: boolean }) {
  return (
    <MessagePage
      inside={inside}
      Icon={CloudAlert}
      title={errors.failedTitle}
      action={
        <Button variant="primary" onClick={() => retry()}>
          {common.retry}
        </Button>
      }
    >
      <p>{error.digest ? errors.failedHint : errors.failedHintPlain}</p>
      {error.digest ? <ErrorCode digest={error.digest} /> : null}
    </MessagePage>
  )
}
