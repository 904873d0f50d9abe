'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { SkeletonRows } from '@/components/ui/skeleton'
import { LoadFailed } from './load-failed'

type Props = {
  query: Pick<UseQueryResult, 'error' | 'refetch'>
  /** Announced while the first answer is awaited. */
  label: string
  rows?: number
}

const ROWS = 8

/** Stands where a query has no data: why it failed with another try, or the outline of rows while it is fetched. */
export function QueryFallback({ query, label, rows = ROWS }: Props) {
  return query.error ? (
    <LoadFailed error={query.error} onRetry={() => query.refetch()} />
  ) : (
    <SkeletonRows rows={rows} label={label} />
  )
}
