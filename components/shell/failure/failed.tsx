'use client'

import { CloudAlert, WifiOff } from 'lucide-react'
import { ensureOnline, useOnline } from '@/components/shell/health/network'
import { Button } from '@/components/ui/button'
import { AWAY_DIGEST } from '@/lib/dashboard/schema/away-digest'
import { common } from '@/lib/messages/common'
import { ErrorCode } from './error-code'
import { failureCopy } from './failure-copy'
import { MessagePage } from './message-page'
import { useRetryWhenBack } from './use-retry-when-back'

export type FailedProps = { error: Error & { digest?: string }; retry: () => void }

/** Renders a failed page. One without the database returns by itself. */
export function Failed({ error, retry, inside = false }: FailedProps & { inside?: boolean }) {
  const online = useOnline()
  const { title, hint, code } = failureCopy(error.digest, online)
  const retryWhenBack = useRetryWhenBack(error.digest === AWAY_DIGEST, retry)
  return (
    <MessagePage
      inside={inside}
      Icon={online ? CloudAlert : WifiOff}
      title={title}
      action={
        <Button variant="primary" onClick={() => ensureOnline() && retryWhenBack()}>
          {common.retry}
        </Button>
      }
    >
      <p>{hint}</p>
      {code ? <ErrorCode digest={code} /> : null}
    </MessagePage>
  )
}
