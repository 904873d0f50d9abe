import type { UseQueryResult } from '@tanstack/react-query'
import Link from 'next/link'
import type { ListPage } from '@/components/data/list-page'
import { LoadFailed } from '@/components/data/load-failed'
import { usePlace } from '@/components/locale/locale-provider'
import { paymentsHref } from '@/components/payments/payment-filter'
import { PaymentHead, PaymentRow } from '@/components/payments/payment-row'
import type { ShownPayment } from '@/components/payments/payment-shapes'
import { Button } from '@/components/ui/button'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Table, TableBody } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'

const words = links.detail
const PAYMENTS_SHOWN = 8

type Props = {
  linkId: string
  list: UseQueryResult<ListPage<ShownPayment>>
  /** Where the link is shared, while anybody can pay with it. */
  shareHref: string | null
  /** Nobody can pay with it any more. */
  isClosed: boolean
}

/** The last payments of a link, and the way to all of them. */
export function LinkPayments({ linkId, list, shareHref, isClosed }: Props) {
  const { locale, timeZone } = usePlace()
  const count = list.data?.totals.count ?? 0
  return (
    <section className="flex flex-col gap-2">
      <header className="flex min-h-8 items-center justify-between gap-3">
        <h2 className="text-lg">{words.payments}</h2>
        {count > PAYMENTS_SHOWN ? (
          <TextLink className="text-sm">
            <Link href={paymentsHref({ link: linkId })}>
              {words.allPayments(new Intl.NumberFormat(locale).format(count))}
            </Link>
          </TextLink>
        ) : null}
      </header>
      {list.data ? (
        list.data.data.length > 0 ? (
          <Table label={words.payments}>
            <PaymentHead timeZone={timeZone} sameLink />
            <TableBody>
              {list.data.data.slice(0, PAYMENTS_SHOWN).map((payment) => (
                <PaymentRow key={payment.id} payment={payment} sameLink />
              ))}
            </TableBody>
          </Table>
        ) : (
          <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-lg border border-dashed px-4 py-6 text-center text-muted">
            <p>{isClosed ? words.paidByNobody : words.noPayments}</p>
            {shareHref ? (
              <Button asChild size="sm">
                <Link href={shareHref}>{words.shareNow}</Link>
              </Button>
            ) : null}
          </div>
        )
      ) : list.error ? (
        <LoadFailed error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows rows={3} label={payments.loading} />
      )}
    </section>
  )
}
