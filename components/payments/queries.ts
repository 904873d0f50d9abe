import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { SLOW_COUNT_MS } from '@/components/data/query-defaults'
import { queryString } from '@/components/list/query-string'
import type { ListCount, ListPage } from '@/lib/dashboard/schema/list'
import type { PaymentDetail, PaymentFilter, ShownPayment } from '@/lib/dashboard/schema/payment'

/** Returns the query of one page of payments. */
export function paymentsQuery(account: string, filter: PaymentFilter) {
  return queryOptions({
    queryKey: [account, 'payments', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListPage<ShownPayment>>(`/${account}/payments/data${queryString(filter)}`, signal),
  })
}

/**
 * Returns the query of that list's totals, for a page without them. Its key is not one of a list, so totals are refreshed
 * on their own schedule.
 */
export function paymentTotalsQuery(account: string, filter: PaymentFilter) {
  return queryOptions({
    queryKey: [account, 'payments', 'totals', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListCount>(`/${account}/payments/totals/data${queryString(filter)}`, signal),
    refetchInterval: SLOW_COUNT_MS,
  })
}

/** Returns the query of one payment with the webhooks received about it. */
export function paymentQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'payments', 'detail', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<PaymentDetail>(`/${account}/payments/${encodeURIComponent(id)}/data`, signal),
  })
}
