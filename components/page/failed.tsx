import { useEffect } from 'react'
import { useOnline } from '@/components/navigation/network'
import { useTexts } from '@/components/texts/texts-provider'
import { buttonLook } from '@/components/ui/button-look'
import { AWAY_DIGEST } from '@/lib/dashboard/web/shape'
import { MessagePage } from './message-page'

export type FailedProps = { error: Error & { digest?: string }; retry: () => void }

type Props = FailedProps & { inside?: boolean }

/** Interval at which a page that failed without the database is tried again. */
const RETRY_MS = 15_000

/** Renders a failed page. Every page loads it in advance, so it is only text and a button. */
export function Failed({ error: { digest }, retry, inside = false }: Props) {
  const t = useTexts()
  const online = useOnline()
  const isAway = digest === AWAY_DIGEST
  useEffect(() => {
    if (!isAway || !online) return
    const timer = setInterval(retry, RETRY_MS)
    return () => clearInterval(timer)
  }, [isAway, online, retry])
  const { title, hint } = failureTexts(digest, online)
  return (
    <MessagePage
      inside={inside}
      title={t(title)}
      action={
        <button
          type="button"
          className={buttonLook('primary', 'md')}
          disabled={!online}
          onClick={() => retry()}
        >
          {t('failure.retry')}
        </button>
      }
    >
      <p>{t(hint)}</p>
      {digest && online && !isAway ? (
        <p className="mt-3">
          <code className="wrap-anywhere select-all rounded-sm bg-hover px-1.5 py-0.5 font-mono text-text text-xs">
            {t('failure.reference', { digest })}
          </code>
        </p>
      ) : null}
    </MessagePage>
  )
}

function failureTexts(digest: string | undefined, online: boolean) {
  if (!online) return { title: 'failure.offlineTitle', hint: 'failure.offlineHint' } as const
  if (digest === AWAY_DIGEST) return { title: 'failure.awayTitle', hint: 'failure.awayHint' } as const
  const hint = digest ? 'failure.failedHint' : 'failure.failedHintPlain'
  return { title: 'failure.failedTitle', hint } as const
}
