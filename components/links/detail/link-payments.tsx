import type { UseQueryResult } from '@tanstack/react-query'
import { QueryFallback } from '@/components/data/query-fallback'
import { usePlace } from '@/components/locale/locale-provider'
import { paymentsHref } from '@/components/payments/payment-filter'
import { PaymentHead, PaymentRow } from '@/components/payments/payment-row'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Table, TableBody } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { numberFormat } from '@/lib/contract/formatters'
import type { ListPage } from '@/lib/dashboard/schema/list'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { cn } from '@/lib/ui/cn'

const words = links.detail
const PAYMENTS_SHOWN = 8

type Props = {
  linkId: string
  list: UseQueryResult<ListPage<ShownPayment>>
  /** Where the link is shared, while anybody can pay with it. */
  shareHref: string | null
  /** Nobody can pay with it any more. */
  isClosed: boolean
  /** It is being cancelled: what shares it keeps its place and steps back. */
  rests: boolean
}

/** The last payments of a link, and the way to all of them. */
export function LinkPayments({ linkId, list, shareHref, isClosed, rests }: Props) {
  const { locale, timeZone } = usePlace()
  const count = list.data?.totals.count ?? 0
  return (
    <Card
      title={words.payments}
      action={
        count > PAYMENTS_SHOWN ? (
          <TextLink className="text-sm">
            <PageLink href={paymentsHref({ link: linkId })}>
              {words.allPayments(numberFormat(locale).format(count))}
            </PageLink>
          </TextLink>
        ) : undefined
      }
    >
      {list.data ? (
        list.data.data.length > 0 ? (
          <div className={inset}>
            <Table label={words.payments} className={flat}>
              <PaymentHead timeZone={timeZone} sameLink />
              <TableBody>
                {list.data.data.slice(0, PAYMENTS_SHOWN).map((payment) => (
                  <PaymentRow key={payment.id} payment={payment} sameLink />
                ))}
              </TableBody>
            </Table>
          </div>
        ) : (
          // As high with its way to share as without: a cancel moves nothing below it.
          <div className="flex min-h-14 flex-wrap items-center justify-center gap-x-4 gap-y-2 text-center text-muted max-sm:min-h-22 pointer-coarse:max-sm:min-h-26">
            <p>{isClosed ? words.paidByNobody : words.noPayments}</p>
            {shareHref ? (
              <span
                className={cn('flex transition-opacity', rests && 'opacity-40')}
                {...(rests ? { inert: true, 'aria-hidden': true } : {})}
              >
                <Button asChild size="sm">
                  <PageLink href={shareHref}>{words.shareNow}</PageLink>
                </Button>
              </span>
            ) : null}
          </div>
        )
      ) : (
        <QueryFallback query={list} label={payments.loading} rows={3} />
      )}
    </Card>
  )
}

/** The rows reach to the card's own edges, whatever its padding is. */
const inset = '-mx-4 -mb-4 sm:-mx-5 sm:-mb-5'
/** Rows of this card, neither a table of their own nor cards in a card. */
const flat =
  '@2xl:bg-transparent @2xl:shadow-none **:[tbody]:gap-0 **:[tr]:rounded-none **:[tr]:shadow-none **:[tr]:border-t **:[tr]:border-border/70 @2xl:**:[tr]:border-t-0 **:[tr]:px-4 @2xl:**:[tr]:px-0 last:**:[tr]:rounded-b-lg'
