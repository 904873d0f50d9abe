import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { SkeletonRows } from '@/components/ui/skeleton'
import { RequestId } from './failure'
import { DataError, isSilent } from './fetch-json'

type Props = {
  query: Pick<UseQueryResult, 'error' | 'refetch'>
  /** Announcement while the query is loading. */
  label: string
  rows?: number
}

const ROWS = 8

export function QueryFallback({ query, label, rows = ROWS }: Props) {
  return query.error ? (
    <LoadFailed error={query.error} onRetry={() => query.refetch()} />
  ) : (
    <SkeletonRows rows={rows} label={label} />
  )
}

export function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTexts()
  if (error instanceof DataError && error.code === 'forbidden') {
    return (
      <EmptyState kind="forbidden" title={t('common.forbiddenTitle')}>
        {t('common.forbiddenHint')}
      </EmptyState>
    )
  }
  return (
    <Banner
      tone="danger"
      title={t(isSilent(error) ? 'common.notKnownYet' : 'common.loadFailed')}
      announce
      action={
        <Button size="sm" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    >
      <p>{t(isSilent(error) ? 'common.notKnownYetHint' : 'common.loadFailedHint')}</p>
      <RequestId id={error instanceof DataError ? error.requestId : null} />
    </Banner>
  )
}
