import { read } from '@/components/data/read'

/** Refetch interval of a charge under way. The outcome arrives as a live message; this interval covers a lost one. */
const SENDING_POLL_MS = 1_000
/** Interval at which payments that may belong to an open case are searched again. */
const CASE_POLL_MS = 10_000
/** Delay before the search: a page is rendered without the host's payments and requests them at once. */
const SEARCH_DELAY_MS = 50

/** Returns the query of one charge. A charge without an outcome is refetched automatically. */
export function chargeQuery(account: string, id: string) {
  return read(
    account,
    'charges/detail',
    { id },
    {
      refetchInterval: ({ state: { data } }) => {
        const charge = data?.charge
        if (charge?.state === 'SENDING' && !charge.is_case) return SENDING_POLL_MS
        if (data?.search === 'LATER') return SEARCH_DELAY_MS
        return charge?.is_case ? CASE_POLL_MS : false
      },
    },
  )
}
