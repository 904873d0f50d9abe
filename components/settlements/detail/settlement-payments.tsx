import type { UseQueryResult } from '@tanstack/react-query'
import { RelatedList } from '@/components/detail/related-list'
import type { KnownTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { paymentColumns, paymentRow, paymentsHref } from '@/components/payments/face'
import type { ListPage } from '@/lib/dashboard/schema/list'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import type { SettlementDetail } from '@/lib/dashboard/schema/settlement'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor } from '@/lib/domain/money'
import { payments } from '@/lib/messages/payments'
import { settlements } from '@/lib/messages/settlements'

const copy = settlements.detail

type Props = Pick<SettlementDetail, 'settlement' | 'mirrored'> & {
  list: UseQueryResult<ListPage<ShownPayment>>
  totals: KnownTotals
}

/** Renders the newest payments of a settlement, a link to all of them, and whether they add up to its gross. */
export function SettlementPayments({ settlement, mirrored, list, totals }: Props) {
  const { timeZone, locale } = useLocale()
  const { id, currency, payment_count: all, gross_amount: gross } = settlement
  const count = (number: number) => numberFormat(locale).format(number)
  const money = (major: number) => `${formatMajor(major, currency, locale)} ${currency}`
  const counted = payments.total(count(mirrored.count))
  const check =
    mirrored.count < all
      ? copy.incomplete(count(mirrored.count), count(all))
      : mirrored.gross === gross
        ? copy.addsUp(counted, money(mirrored.gross))
        : copy.differs(counted, money(mirrored.gross), money(gross))
  return (
    <div className="flex flex-col gap-2">
      <RelatedList
        title={payments.title}
        query={list}
        totals={totals}
        allHref={paymentsHref({ settlement: id })}
        allLabel={copy.allPayments}
        allUncounted={copy.allUncounted}
        loading={payments.loading}
        columns={paymentColumns(timeZone)}
        rowProps={(payment) => ({ ...paymentRow(payment), className: 'min-h-0 py-2.5' })}
        empty={<p className="text-muted">{copy.noPayments}</p>}
      />
      <p className="px-1 text-muted text-sm">{check}</p>
    </div>
  )
}
