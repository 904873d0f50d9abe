'use client'

import { ensureOnline, useOnline } from '@/components/shell/health/network'
import { buttonLook } from '@/components/ui/button-look'
import { common } from '@/lib/messages/common'
import { errors } from '@/lib/messages/errors'
import { ErrorCode } from './error-code'
import { MessagePage } from './message-page'

type Props = { digest: string | undefined; onRetry: () => void }

/** Renders a failure outside the shell. Every page loads it in advance, so it is only text and a button. */
export function PlainFailed({ digest, onRetry }: Props) {
  const online = useOnline()
  return (
    <MessagePage
      title={online ? errors.failedTitle : errors.offlineTitle}
      action={
        <button
          type="button"
          className={buttonLook('primary', 'md')}
          onClick={() => ensureOnline() && onRetry()}
        >
          {common.retry}
        </button>
      }
    >
      <p>{online ? (digest ? errors.failedHint : errors.failedHintPlain) : errors.offlineHint}</p>
      {online && digest ? <ErrorCode digest={digest} /> : null}
    </MessagePage>
  )
}
