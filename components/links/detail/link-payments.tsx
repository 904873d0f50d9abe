import type { UseQueryResult } from '@tanstack/react-query'
import { RelatedList } from '@/components/detail/related-list'
import type { KnownTotals } from '@/components/list/use-totals'
import { usePlace } from '@/components/locale/locale-provider'
import { paymentColumns, paymentRow } from '@/components/payments/payment-columns'
import { paymentsHref } from '@/components/payments/payments-href'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import type { ListPage } from '@/lib/dashboard/schema/list'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { home } from '@/lib/messages/home'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { cn } from '@/lib/ui/cn'

const words = links.detail

type Props = {
  linkId: string
  list: UseQueryResult<ListPage<ShownPayment>>
  totals: KnownTotals
  /** Where the link is shared, while anybody can pay with it. */
  shareHref: string | null
  /** Nobody can pay with it any more. */
  isClosed: boolean
  /** It is being cancelled: what shares it keeps its place and steps back. */
  rests: boolean
}

/** The last payments of a link, and the way to all of them. */
export function LinkPayments({ linkId, list, totals, shareHref, isClosed, rests }: Props) {
  const { timeZone } = usePlace()
  return (
    <RelatedList
      title={words.payments}
      query={list}
      totals={totals}
      allHref={paymentsHref({ link: linkId })}
      allLabel={words.allPayments}
      allUncounted={home.all}
      loading={payments.loading}
      columns={paymentColumns(timeZone, { sameLink: true })}
      // Without its title a card has a line less.
      rowProps={(payment) => ({ ...paymentRow(payment), className: 'min-h-0 py-2.5' })}
      empty={
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
      }
    />
  )
}
