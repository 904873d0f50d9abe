'use client'

import { CloudAlert, WifiOff } from 'lucide-react'
import { ensureOnline, useOnline } from '@/components/shell/health/network'
import { Button } from '@/components/ui/button'
import { common } from '@/lib/messages/common'
import { errors } from '@/lib/messages/errors'
import { ErrorCode } from './error-code'
import { MessagePage } from './message-page'

export type FailedProps = { error: Error & { digest?: string }; retry: () => void }

/** Renders a failed page with its digest, under which the server's log contains the error. */
export function Failed({ error, retry, inside = false }: FailedProps & { inside?: boolean }) {
  const online = useOnline()
  return (
    <MessagePage
      inside={inside}
      Icon={online ? CloudAlert : WifiOff}
      title={online ? errors.failedTitle : errors.offlineTitle}
      action={
        <Button variant="primary" onClick={() => ensureOnline() && retry()}>
          {common.retry}
        </Button>
      }
    >
      <p>{online ? (error.digest ? errors.failedHint : errors.failedHintPlain) : errors.offlineHint}</p>
      {online && error.digest ? <ErrorCode digest={error.digest} /> : null}
    </MessagePage>
  )
}
