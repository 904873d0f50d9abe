import { ArrowLeftRight, Link2 } from 'lucide-react'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { LinkBadge } from '@/components/links/link-badge'
import type { ShownLink } from '@/components/links/link-shapes'
import { Amount } from '@/components/money/amount'
import { PaymentBadge } from '@/components/payments/payment-badge'
import { whatFor } from '@/components/payments/payment-row'
import type { ShownPayment } from '@/components/payments/payment-shapes'
import { DateTime } from '@/components/time/date-time'
import { payments } from '@/lib/messages/payments'

type AnchorProps = Omit<ComponentProps<typeof Link>, 'href'>

/** A payment that a search found: who, for what, how much, how it stands. */
export function PaymentOption({ payment, ...rest }: AnchorProps & { payment: ShownPayment }) {
  const { name, email } = payment.payer
  return (
    <Link href={`/payments/${encodeURIComponent(payment.id)}`} {...rest}>
      <ArrowLeftRight aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.9} />
      <span className="min-w-0 flex-1">
        <span dir="auto" title={name || email} className="block truncate">
          {name || email || payments.noPayer}
        </span>
        <span dir="auto" title={whatFor(payment)} className="block truncate text-muted text-xs">
          {[whatFor(payment), name ? email : ''].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-0.5">
        <span className="flex items-center gap-2">
          <Amount amount={payment.amount} currency={payment.currency} className="font-medium" />
          <PaymentBadge status={payment.status} />
        </span>
        <DateTime iso={payment.created_at} variant="row" className="text-muted text-xs" />
      </span>
    </Link>
  )
}

/** A link that a search found: its title, how much, how it stands. */
export function LinkOption({ link, ...rest }: AnchorProps & { link: ShownLink }) {
  return (
    <Link href={`/links/${encodeURIComponent(link.id)}`} {...rest}>
      <Link2 aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.9} />
      <span dir="auto" title={link.title} className="min-w-0 flex-1 truncate">
        {link.title}
      </span>
      <Amount amount={link.amount} currency={link.currency} className="font-medium" />
      <LinkBadge status={link.shown_status} />
    </Link>
  )
}
