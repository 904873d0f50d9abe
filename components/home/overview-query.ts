import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'

/** One calendar day of the account's zone; `amount` in major units. */
export type CollectedDay = { day: string; amount: number; count: number }

/** What the home page's data route answers. */
export type Overview = {
  currency: string
  days: CollectedDay[]
  before: { amount: number; count: number }
  declined: { count: number; before: number }
  unpaid: {
    count: number
    newest: {
      id: string
      amount: number
      currency: string
      payer: string
      title: string | null
      created_at: string
    }[]
  }
  expiring: { count: number; next: { id: string; title: string; expires_at: string }[] }
}

/** Named as a list of payments, so that the live stream refreshes it with them. */
export function overviewQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'payments', 'list', 'overview'] as const,
    queryFn: ({ signal }) => fetchJson<Overview>(`/${account}/overview/data`, signal),
  })
}
