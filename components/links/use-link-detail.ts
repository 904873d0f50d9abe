import { useQuery } from '@tanstack/react-query'
import { missedAgain } from '@/components/data/query-defaults'
import { isUnderWay } from './can-share'
import { linkQuery } from './queries'

/** While a cancel is under way the page asks by itself, should the live stream be silent. */
const CANCEL_POLL_MS = 2_000

/** One link, kept up to date on every page about it. */
export function useLinkDetail(id: string) {
  return useQuery({
    ...linkQuery(id),
    refetchInterval: (query) => {
      const { data } = query.state
      return data?.link.status === 'ACTIVE' && isUnderWay(data.cancel) ? CANCEL_POLL_MS : missedAgain(query)
    },
  })
}
