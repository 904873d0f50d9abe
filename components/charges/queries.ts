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
