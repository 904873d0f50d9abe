import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { ChargeDetail, OpenCases } from '@/lib/dashboard/schema/charge'

/** The call of a charge takes seconds; its outcome comes as a live message, and by this in case that is lost. */
const SENDING_POLL_MS = 1_000
/** Payments that may be an open case's are looked for again so often. */
const CASE_POLL_MS = 10_000

/** A page comes without the host's payments, and asks for them at once. */
const SEARCH_DELAY_MS = 50

/** One charge; one that has no outcome yet is asked for again by itself. */
export function chargeQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'charges', 'detail', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<ChargeDetail>(`/${account}/charges/${encodeURIComponent(id)}/data`, signal),
    refetchInterval: (query) => {
      const charge = query.state.data?.charge
      if (charge?.state === 'SENDING' && !charge.is_case) return SENDING_POLL_MS
      if (query.state.data?.search === 'LATER') return SEARCH_DELAY_MS
      return charge?.is_case ? CASE_POLL_MS : false
    },
  })
}

/** The charges whose outcome a person has to find out. */
export function openCasesQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'charges', 'list', 'open'] as const,
    queryFn: ({ signal }) => fetchJson<OpenCases>(`/${account}/charges/data`, signal),
  })
}
