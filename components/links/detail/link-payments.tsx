import type { UseQueryResult } from '@tanstack/react-query'
import { RelatedList } from '@/components/detail/related-list'
import type { KnownTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { paymentColumns, paymentRow, paymentsHref } from '@/components/payments/face'
import { Button } from '@/components/ui/button'
import type { ListPage } from '@/lib/dashboard/schema/list'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { home } from '@/lib/messages/home'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { cn } from '@/lib/ui/cn'

const copy = links.detail

type Props = {
  linkId: string
  list: UseQueryResult<ListPage<ShownPayment>>
  totals: KnownTotals
  /** Address of the share screen while payers can use the link. */
  shareHref: string | null
  /** True if the link no longer accepts payments. */
  isClosed: boolean
  /** True while the link is being canceled, which makes its share buttons inert. */
  rests: boolean
}

/** Renders the latest payments of a link, with a link to all of them. */
export function LinkPayments({ linkId, list, totals, shareHref, isClosed, rests }: Props) {
  const { timeZone } = useLocale()
  return (
    <RelatedList
      title={copy.payments}
      query={list}
      totals={totals}
      allHref={paymentsHref({ link: linkId })}
      allLabel={copy.allPayments}
      allUncounted={home.all}
      loading={payments.loading}
      columns={paymentColumns(timeZone, { sameLink: true })}
      // A card has no line for the link's title here.
      rowProps={(payment) => ({ ...paymentRow(payment), className: 'min-h-0 py-2.5' })}
      empty={
        // The height is the same without the share link, which keeps the layout stable during a cancellation.
        <div className="flex min-h-14 flex-wrap items-center justify-center gap-x-4 gap-y-2 text-center text-muted max-sm:min-h-22 pointer-coarse:max-sm:min-h-26">
          <p>{isClosed ? copy.paidByNobody : copy.noPayments}</p>
          {shareHref ? (
            <span
              className={cn('flex transition-opacity', rests && 'opacity-40')}
              {...(rests ? { inert: true, 'aria-hidden': true } : {})}
            >
              <Button asChild size="sm">
                <PageLink href={shareHref}>{copy.shareNow}</PageLink>
              </Button>
            </span>
          ) : null}
        </div>
      }
    />
  )
}
