'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { SkeletonRows } from '@/components/ui/skeleton'
import { LoadFailed } from './load-failed'

type Props = {
  query: Pick<UseQueryResult, 'error' | 'refetch'>
  /** Announcement while the query is loading. */
  label: string
  rows?: number
}

const ROWS = 8

/** Renders a query without data: the failure with a retry, or skeleton rows while it is loading. */
export function QueryFallback({ query, label, rows = ROWS }: Props) {
  return query.error ? (
    <LoadFailed error={query.error} onRetry={() => query.refetch()} />
  ) : (
    <SkeletonRows rows={rows} label={label} />
  )
}
