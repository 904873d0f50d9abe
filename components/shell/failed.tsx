'use client'

import { Button } from '@/components/ui/button'
import { common } from '@/lib/messages/common'
import { errors } from '@/lib/messages/errors'
import { MessagePage } from './message-page'

export type FailedProps = { error: Error & { digest?: string }; retry: () => void }

/** Only the digest is shown: the server's log holds the rest under the same code. */
export function Failed({ error, retry, inside = false }: FailedProps & { inside?: boolean }) {
  return (
    <MessagePage
      inside={inside}
      title={errors.failedTitle}
      action={
        <Button variant="primary" onClick={() => retry()}>
          {common.retry}
        </Button>
      }
    >
      <p>{errors.failedHint}</p>
      {error.digest ? <p className="tnum mt-2 text-sm">{errors.reference(error.digest)}</p> : null}
    </MessagePage>
  )
}
