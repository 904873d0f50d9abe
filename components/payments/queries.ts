import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import { SLOW_COUNT_MS } from '@/components/data/query-defaults'
import { queryString } from '@/components/list/query-string'
import type { ListCount, ListPage } from '@/lib/dashboard/schema/list'
import type { PaymentDetail, PaymentFilter, ShownPayment } from '@/lib/dashboard/schema/payment'

/** One page of payments. */
export function paymentsQuery(account: string, filter: PaymentFilter) {
  return queryOptions({
    queryKey: [account, 'payments', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListPage<ShownPayment>>(`/${account}/payments/data${queryString(filter)}`, signal),
  })
}

/** The totals of that list, where its page has none. No `list`, which changes refresh: these have a clock of their own. */
export function paymentTotalsQuery(account: string, filter: PaymentFilter) {
  return queryOptions({
    queryKey: [account, 'payments', 'totals', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListCount>(`/${account}/payments/totals/data${queryString(filter)}`, signal),
    refetchInterval: SLOW_COUNT_MS,
  })
}

/** One payment with the webhooks received about it. */
export function paymentQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'payments', 'detail', id] as const,
    queryFn: ({ signal }) =>
      fetchJson<PaymentDetail>(`/${account}/payments/${encodeURIComponent(id)}/data`, signal),
  })
}
