'use client'

import { useQuery } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { useAccount } from '@/components/shell/navigation/use-account'

/** More often than the worker forgets a page (a minute). A hidden tab is silent. */
const SAY_EVERY_MS = 25_000

/** Says that somebody looks at the dashboard, so that the worker looks for what no event tells. */
export function useWatchRecent(): void {
  const account = useAccount()
  useQuery({
    queryKey: [account, 'watch'] as const,
    queryFn: ({ signal }) => fetchJson<{ watching: true }>(`/${account}/mirror/watch`, signal),
    refetchInterval: SAY_EVERY_MS,
    retry: false,
  })
}
