import { useQuery } from '@tanstack/react-query'
import { isUnderWay } from './can-share'
import { linkQuery } from './queries'

/** While a cancel is under way the page asks by itself, should the live stream be silent. */
const CANCEL_POLL_MS = 2_000

/** One link, kept up to date on every page about it. */
export function useLinkDetail(id: string) {
  return useQuery({
    ...linkQuery(id),
    refetchInterval: ({ state }) =>
      state.data?.link.status === 'ACTIVE' && isUnderWay(state.data.cancel) ? CANCEL_POLL_MS : false,
  })
}
