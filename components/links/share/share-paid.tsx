import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { paymentsHref } from '@/components/payments/payments-href'
import { paymentsQuery } from '@/components/payments/queries'
import { PageLink } from '@/components/shell/page-link'
import { useAccount } from '@/components/shell/use-account'
import { DateTime } from '@/components/time/date-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { numberFormat } from '@/lib/contract/formatters'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { links } from '@/lib/messages/links'

const words = links.share

type Props = {
  link: ShownLink
  /** It was created just now: each of its payments came while somebody waits for it here. */
  made: boolean
}

/** What whoever shares a link waits for: that it was paid, by whom and when, and the way to the payment. */
export function SharePaid({ link, made }: Props) {
  const { paid_count: paid, shown_status: status } = link
  // Of an older link that is shared once more, only what comes meanwhile is news.
  const [before] = useState(made ? 0 : paid)
  const told = paid > 0 && (paid > before || status === 'COMPLETED')
  const filter = { link: link.id, status: 'APPROVED' } as const
  const list = useQuery({ ...paymentsQuery(useAccount(), filter), enabled: told })
  return (
    <div role="status" className="empty:sr-only">
      {told ? <Told link={link} last={list.data?.data[0]} /> : null}
    </div>
  )
}

/** `last`: the newest payment; undefined while it is not here yet. */
function Told({ link, last }: { link: ShownLink; last: ShownPayment | undefined }) {
  const { locale } = usePlace()
  const paid = link.paid_count
  const once = link.max_uses === 1
  const payer = last && (last.payer.name || last.payer.email)
  const received = words.received(numberFormat(locale).format(paid), paid === 1)
  return (
    <Banner
      tone="success"
      title={once ? <By lead={words.paidBy} payer={payer} otherwise={words.paid} /> : received}
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
          {once ? null : <By lead={words.lastBy} payer={payer} after=", " />}
          {/* Told once, it must not change by itself: each change would be read out. */}
          <DateTime variant="row" iso={last.approved_at ?? last.created_at} />
        </>
      ) : (
        // Its line is there before the payment is.
        '\u00a0'
      )}
    </Banner>
  )
}

type ByProps = { lead: string; payer: string | null | undefined; after?: string; otherwise?: ReactNode }

/** Who paid, where anybody told. */
function By({ lead, payer, after = '', otherwise = null }: ByProps) {
  if (!payer) return otherwise
  return (
    <>
      {lead} <bdi>{payer}</bdi>
      {after}
    </>
  )
}
