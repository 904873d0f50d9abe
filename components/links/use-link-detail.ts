import { useQuery } from '@tanstack/react-query'
import { missedAgain } from '@/components/data/query-defaults'
import { useAccount } from '@/components/shell/use-account'
import type { LinkDetail } from '@/lib/dashboard/schema/link'
import { isUnderWay } from './can-share'
import { linkQuery } from './queries'

/** While a cancel is under way the page asks by itself, should the live stream be silent. */
const CANCEL_POLL_MS = 2_000
/** From the end on, while the server's clock has not reached it: a minute, in which clocks that are set agree. */
const END_POLL_MS = 5_000
const END_POLLED_MS = 60_000
const END_ROOM_MS = 500
const DAY_MS = 86_400_000

/** One link, kept up to date on every page about it. */
export function useLinkDetail(id: string) {
  return useQuery({
    ...linkQuery(useAccount(), id),
    refetchInterval: (query) => linkAskedAgain(query, Date.now()),
  })
}

type Asked = { state: { status: string; data: LinkDetail | undefined } }

/**
 * In how many milliseconds a link is asked for again by itself; false: when something is told of it. No event tells of
 * its end, which is a matter of the clock, and payers are refused from then on. `now` in milliseconds.
 */
export function linkAskedAgain(query: Asked, now: number): number | false {
  const { data } = query.state
  if (data?.link.status === 'ACTIVE' && isUnderWay(data.cancel)) return CANCEL_POLL_MS
  const missed = missedAgain(query)
  if (missed !== false || data?.link.shown_status !== 'ACTIVE' || data.link.expires_at === null) return missed
  const leftMs = Date.parse(data.link.expires_at) - now
  if (leftMs > DAY_MS || leftMs < -END_POLLED_MS) return false
  return leftMs > 0 ? leftMs + END_ROOM_MS : END_POLL_MS
}
