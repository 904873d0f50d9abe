import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { ChargeDetail, OpenCases } from '@/lib/dashboard/schema/charge'

/** Refetch interval of a charge under way. The outcome arrives as a live message; this interval covers a lost one. */
const SENDING_POLL_MS = 1_000
/** Interval at which payments that may belong to an open case are searched again. */
const CASE_POLL_MS = 10_000

/** Delay before the search: a page is rendered without the host's payments and requests them at once. */
const SEARCH_DELAY_MS = 50

/** Returns the query of one charge. A charge without an outcome is refetched automatically. */
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

/** Returns the query of the charges whose outcome a person must find out. */
export function openCasesQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'charges', 'list', 'open'] as const,
    queryFn: ({ signal }) => fetchJson<OpenCases>(`/${account}/charges/data`, signal),
  })
}

/** Parameter of a customer's address that opens the dialog. It contains the initial form or the id of a charge. */
export const PARAM = 'charge'
export const begun = { any: 'new', card: 'card', link: 'link' } as const

/** Parameter that remains after the form of `begun.card` has created its link. */
export const CARD_PARAM = 'asks'

/** Parameter with the charge whose amount and description fill the form. */
export const FROM_PARAM = 'from'

/**
 * Returns the address that opens the dialog of a customer, for any method, a link, or a link on which a card is saved.
 */
export function chargeHref(customerId: string, begins: keyof typeof begun = 'any'): string {
  return `/customers/${encodeURIComponent(customerId)}?${PARAM}=${begun[begins]}`
}

/** Returns the address of the form that starts with the values of a charge. */
export function changeHref({ id, customer_id }: { id: string; customer_id: string }): string {
  return `${chargeHref(customer_id)}&${FROM_PARAM}=${encodeURIComponent(id)}`
}
