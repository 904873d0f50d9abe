'use client'

import { useEffect } from 'react'
import { useOnline } from '@/components/navigation/network'
import { buttonLook } from '@/components/ui/button-look'
import { AWAY_DIGEST } from '@/lib/dashboard/schema/away-digest'
import { failure } from '@/lib/messages/failure'
import { MessagePage } from './message-page'

export type FailedProps = { error: Error & { digest?: string }; retry: () => void }

type FailedTexts = {
  [Name in keyof typeof failure]: Name extends 'reference' ? (digest: string) => string : string
}

type Props = FailedProps & {
  inside?: boolean
  /** Texts in another language. */
  texts?: FailedTexts
}

/** Interval at which a page that failed without the database is tried again. */
const RETRY_MS = 15_000

/** Renders a failed page. Every page loads it in advance, so it is only text and a button. */
export function Failed({ error: { digest }, retry, inside = false, texts = failure }: Props) {
  const online = useOnline()
  const isAway = digest === AWAY_DIGEST
  useEffect(() => {
    if (!isAway || !online) return
    const timer = setInterval(retry, RETRY_MS)
    return () => clearInterval(timer)
  }, [isAway, online, retry])
  const { title, hint } = failureCopy(digest, online, texts)
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
          {texts.retry}
        </button>
      }
    >
      <p>{hint}</p>
      {digest && online && !isAway ? (
        <p className="mt-3">
          <code className="wrap-anywhere select-all rounded-sm bg-hover px-1.5 py-0.5 font-mono text-text text-xs">
            {texts.reference(digest)}
          </code>
        </p>
      ) : null}
    </MessagePage>
  )
}

function failureCopy(digest: string | undefined, online: boolean, texts: FailedTexts) {
  if (!online) return { title: texts.offlineTitle, hint: texts.offlineHint }
  if (digest === AWAY_DIGEST) return { title: texts.awayTitle, hint: texts.awayHint }
  return { title: texts.failedTitle, hint: digest ? texts.failedHint : texts.failedHintPlain }
}
