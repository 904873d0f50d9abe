'use client'

import { useEffect } from 'react'
import { useOnline } from '@/components/navigation/network'
import { buttonLook } from '@/components/ui/button-look'
import { AWAY_DIGEST } from '@/lib/dashboard/schema/away-digest'
import { common } from '@/lib/messages/common'
import { errors } from '@/lib/messages/errors'
import { MessagePage } from './message-page'

export type FailedProps = { error: Error & { digest?: string }; retry: () => void }

/** Interval at which a page that failed without the database is tried again. */
const RETRY_MS = 15_000

/** Renders a failed page. Every page loads it in advance, so it is only text and a button. */
export function Failed({ error: { digest }, retry, inside = false }: FailedProps & { inside?: boolean }) {
  const online = useOnline()
  const isAway = digest === AWAY_DIGEST
  useEffect(() => {
    if (!isAway || !online) return
    const timer = setInterval(retry, RETRY_MS)
    return () => clearInterval(timer)
  }, [isAway, online, retry])
  const { title, hint } = failureCopy(digest, online)
  return (
    <MessagePage
      inside={inside}
      title={title}
      action={
        <button
          type="button"
          className={buttonLook('primary', 'md')}
          disabled={!online}
          onClick={() => retry()}
        >
          {common.retry}
        </button>
      }
    >
      <p>{hint}</p>
      {digest && online && !isAway ? (
        <p className="mt-3">
          <code className="wrap-anywhere select-all rounded-sm bg-hover px-1.5 py-0.5 font-mono text-text text-xs">
            {errors.reference(digest)}
          </code>
        </p>
      ) : null}
    </MessagePage>
  )
}

function failureCopy(digest: string | undefined, online: boolean): { title: string; hint: string } {
  if (!online) return { title: errors.offlineTitle, hint: errors.offlineHint }
  if (digest === AWAY_DIGEST) return errors.away.page
  return { title: errors.failedTitle, hint: digest ? errors.failedHint : errors.failedHintPlain }
}
