import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { ListPage } from '@/components/data/list-page'
import { type PaymentFilter, paymentsDataQuery } from './payment-filter'
import type { PaymentDetail, ShownPayment } from './payment-shapes'

/** One page of payments. The account's zone decides what "today" is. */
export function paymentsQuery(account: string, filter: PaymentFilter, timeZone: string) {
  return queryOptions({
    queryKey: [account, 'payments', 'list', filter] as const,
    queryFn: ({ signal }) =>
      fetchJson<ListPage<ShownPayment>>(
        `/${account}/payments/data${paymentsDataQuery(filter, timeZone, Date.now())}`,
        signal,
      ),
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
