'use client'

import { ensureOnline, useOnline } from '@/components/shell/health/network'
import { buttonLook } from '@/components/ui/button-look'
import { common } from '@/lib/messages/common'
import { ErrorCode } from './error-code'
import { failureCopy } from './failure-copy'
import { MessagePage } from './message-page'

type Props = { digest: string | undefined; onRetry: () => void }

/** Renders a failure outside the shell. Every page loads it in advance, so it is only text and a button. */
export function PlainFailed({ digest, onRetry }: Props) {
  const { title, hint, code } = failureCopy(digest, useOnline())
  return (
    <MessagePage
      title={title}
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
      <p>{hint}</p>
      {code ? <ErrorCode digest={code} /> : null}
    </MessagePage>
  )
}
