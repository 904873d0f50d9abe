import { useQuery } from '@tanstack/react-query'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { read } from '@/components/data/read'
import { useAccount } from '@/components/navigation/use-go'
import type { LinkDetail } from '@/lib/dashboard/schema/link'
import { isUnderWay } from './can-share'

/** Poll interval during a cancellation, in case the live stream is silent. */
const CANCEL_POLL_MS = 2_000
/** Poll interval after the expiry, while the server's clock may be behind. */
const END_POLL_MS = 5_000
const END_POLLED_MS = 60_000
const END_ROOM_MS = 500
const DAY_MS = 86_400_000

/** Returns one link, refreshed on every page about it. */
export function useLinkDetail(id: string) {
  return useQuery({
    ...read(useAccount(), 'links/detail', { id }),
    refetchInterval: (query) => linkRefetchMs(query, Date.now()),
  })
}

type Asked = { state: { status: string; data: LinkDetail | undefined } }

/**
 * Returns the milliseconds after which a link is refetched, or false if only an event refreshes it. Expiry raises no event,
 * and payers are refused from then on. `now` in milliseconds.
 */
export function linkRefetchMs(query: Asked, now: number): number | false {
  const { data } = query.state
  if (data?.link.status === 'ACTIVE' && isUnderWay(data.cancel)) return CANCEL_POLL_MS
  const missed = refetchAfterFailure(query)
  if (missed !== false || data?.link.shown_status !== 'ACTIVE' || data.link.expires_at === null) return missed
  const leftMs = Date.parse(data.link.expires_at) - now
  if (leftMs > DAY_MS || leftMs < -END_POLLED_MS) return false
  return leftMs > 0 ? leftMs + END_ROOM_MS : END_POLL_MS
}
