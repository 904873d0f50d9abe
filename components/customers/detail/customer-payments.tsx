import type { UseQueryResult } from '@tanstack/react-query'
import { RelatedList } from '@/components/detail/related-list'
import type { KnownTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { paymentColumns, paymentRow } from '@/components/payments/payment-columns'
import { paymentsHref } from '@/components/payments/payments-href'
import type { ListPage } from '@/lib/dashboard/schema/list'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { customerDetail as copy } from '@/lib/messages/customer-detail'
import { payments } from '@/lib/messages/payments'

type Props = { customerId: string; list: UseQueryResult<ListPage<ShownPayment>>; totals: KnownTotals }

/** Renders the newest payments of a customer with a link to all of them. */
export function CustomerPayments({ customerId, list, totals }: Props) {
  const { timeZone } = useLocale()
  return (
    <RelatedList
      title={copy.payments}
      query={list}
      totals={totals}
      allHref={paymentsHref({ customer: customerId })}
      allLabel={copy.allPayments}
      allUncounted={copy.allUncounted}
      loading={payments.loading}
      columns={paymentColumns(timeZone, { samePayer: true })}
      rowProps={(payment) => ({ ...paymentRow(payment), className: 'min-h-0 py-2.5' })}
      empty={<p className="text-muted">{copy.noPayments}</p>}
    />
  )
}
