'use client'

import { useQuery } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { useAccount } from '@/components/shell/navigation/use-account'

/** Interval of the requests, shorter than the minute for which the worker remembers a page. A hidden tab sends none. */
const SAY_EVERY_MS = 25_000

/** Reports that the dashboard is in use, so that the worker checks for changes that raise no event. */
export function useWatchRecent(): void {
  const account = useAccount()
  useQuery({
    queryKey: [account, 'watch'] as const,
    queryFn: ({ signal }) => fetchJson<{ watching: true }>(`/${account}/mirror/watch`, signal),
    refetchInterval: SAY_EVERY_MS,
    retry: false,
  })
}
