import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { paymentsHref } from '@/components/payments/payment-filter'
import { paymentsQuery } from '@/components/payments/queries'
import { PageLink } from '@/components/shell/page-link'
import { DateTime } from '@/components/time/date-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { numberFormat } from '@/lib/contract/formatters'
import { links } from '@/lib/messages/links'
import type { ShownLink } from './link-shapes'

const words = links.share

type Props = {
  link: ShownLink
  /** It was created just now: each of its payments came while somebody waits for it here. */
  made: boolean
}

/** What whoever shares a link waits for: that it was paid, by whom and when, and the way to the payment. */
export function SharePaid({ link, made }: Props) {
  const { locale, timeZone } = usePlace()
  const { paid_count: paid, shown_status: status } = link
  // Of an older link that is shared once more, only what comes meanwhile is news.
  const [before] = useState(made ? 0 : paid)
  const told = paid > 0 && (paid > before || status === 'COMPLETED')
  const filter = { link: link.id, status: 'APPROVED' } as const
  const last = useQuery({ ...paymentsQuery(filter, timeZone), enabled: told }).data?.data[0]
  const payer = last ? last.payer.name || last.payer.email : ''
  const once = link.max_uses === 1
  return (
    <div role="status" className="empty:sr-only">
      {told ? (
        <Banner
          tone="success"
          title={
            once ? (
              payer ? (
                <>
                  {words.paidBy} <bdi>{payer}</bdi>
                </>
              ) : (
                words.paid
              )
            ) : (
              words.received(numberFormat(locale).format(paid), paid === 1)
            )
          }
          action={
            <Button asChild size="sm">
              <PageLink
                href={last ? `/payments/${encodeURIComponent(last.id)}` : paymentsHref({ link: link.id })}
              >
                {words.viewPayment}
              </PageLink>
            </Button>
          }
        >
          {last ? (
            <>
              {once || !payer ? null : (
                <>
                  {words.lastBy} <bdi>{payer}</bdi>,{' '}
                </>
              )}
              <DateTime iso={last.approved_at ?? last.created_at} />
            </>
          ) : (
            // Its line is there before the payment is.
            '\u00a0'
          )}
        </Banner>
      ) : null}
    </div>
  )
}
