import { type ReactNode, useState } from 'react'
import { useRead } from '@/components/data/read'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { paymentsHref } from '@/components/payments/face'
import { DateTime } from '@/components/time/date-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { numberFormat } from '@/lib/domain/formatters'
import { links } from '@/lib/messages/links'

const copy = links.share

type Props = {
  link: ShownLink
  /** True for a new link, all of whose payments are news. */
  made: boolean
}

/** Renders the payment of a shared link: payer, time, and a link to it. */
export function SharePaid({ link, made }: Props) {
  const { paid_count: paid, shown_status: status } = link
  // Earlier payments of an older link are no news.
  const [before] = useState(made ? 0 : paid)
  const isPaid = paid > 0 && (paid > before || status === 'COMPLETED')
  const filter = { link: link.id, status: 'APPROVED' } as const
  const list = useRead('payments/list', filter, { enabled: isPaid })
  return (
    <div role="status" className="empty:sr-only">
      {isPaid ? <PaidNotice link={link} last={list.data?.data[0]} /> : null}
    </div>
  )
}

/** `last`: the newest payment; undefined while it is loading. */
function PaidNotice({ link, last }: { link: ShownLink; last: ShownPayment | undefined }) {
  const { locale } = useLocale()
  const paid = link.paid_count
  const once = link.max_uses === 1
  const payer = last && (last.payer.name || last.payer.email)
  const received = copy.received(numberFormat(locale).format(paid), paid === 1)
  return (
    <Banner
      tone="success"
      title={once ? <By lead={copy.paidBy} payer={payer} otherwise={copy.paid} /> : received}
      action={
        <Button asChild size="sm">
          <PageLink
            href={last ? `/payments/${encodeURIComponent(last.id)}` : paymentsHref({ link: link.id })}
          >
            {copy.viewPayment}
          </PageLink>
        </Button>
      }
    >
      {last ? (
        <>
          {once ? null : <By lead={copy.lastBy} payer={payer} after=", " />}
          {/* The time is absolute: screen readers would announce each change of a relative one. */}
          <DateTime variant="row" iso={last.approved_at ?? last.created_at} />
        </>
      ) : (
        // The space reserves the line while the payment is loading.
        '\u00a0'
      )}
    </Banner>
  )
}

type ByProps = { lead: string; payer: string | null | undefined; after?: string; otherwise?: ReactNode }

/** Renders the payer, if known. */
function By({ lead, payer, after = '', otherwise = null }: ByProps) {
  if (!payer) return otherwise
  return (
    <>
      {lead} <bdi>{payer}</bdi>
      {after}
    </>
  )
}
