import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { REFETCH_AFTER_FAILURE_MS } from '@/components/data/query-defaults'
import { mirrorQuery } from '@/components/mirror/queries'
import { useAccount } from '@/components/shell/navigation/use-account'

/**
 * Calls `retry` once the server responds again to the query of the mirror's state, which the shell shows as well. A page
 * that keeps failing is retried every 15 s.
 * @returns a function that retries now. While the server is away it does nothing: the router would fetch the layout too,
 * and its failure would replace the shell.
 */
export function useRetryWhenBack(isAway: boolean, retry: () => void): () => Promise<void> {
  const [failedAt] = useState(() => Date.now())
  const { isSuccess, isFetching, refetch } = useQuery({
    ...mirrorQuery(useAccount()),
    enabled: isAway,
    refetchOnMount: 'always',
  })
  const isBack = isAway && isSuccess && !isFetching
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(retry, Math.max(0, failedAt + REFETCH_AFTER_FAILURE_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [isBack, failedAt, retry])
  return async () => {
    if (!isAway || (await refetch()).isSuccess) retry()
  }
}
