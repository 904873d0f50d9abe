'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { LoadFailed } from '@/components/data/load-failed'
import { Developers } from '@/components/mirror/developers'
import { Freshness } from '@/components/mirror/freshness'
import { Amount } from '@/components/money/amount'
import { netAmount } from '@/components/money/net-amount'
import { PageHeader } from '@/components/shell/page-header'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { SkeletonRows } from '@/components/ui/skeleton'
import { brandLabel } from '@/lib/contract/card'
import { common } from '@/lib/messages/common'
import { payments } from '@/lib/messages/payments'
import { PaymentBadge } from './payment-badge'
import type { ShownPayment } from './payment-shapes'
import { PaymentTimeline } from './payment-timeline'
import { paymentQuery } from './queries'

const words = payments.detail

/** One payment: its amount, its state, one plain sentence; then what happened and what it belongs to. */
export function PaymentScreen({ id }: { id: string }) {
  const detail = useQuery(paymentQuery(id))
  const back = { href: '/payments', label: payments.title }
  if (!detail.data) {
    return (
      <>
        <PageHeader back={back} title={payments.one} />
        {detail.error ? (
          <LoadFailed error={detail.error} onRetry={() => detail.refetch()} />
        ) : (
          <SkeletonRows rows={6} label={payments.loading} />
        )}
      </>
    )
  }
  const { payment, confirmed, problem, events } = detail.data
  const { mirror, ...object } = payment
  return (
    <>
      <PageHeader
        back={back}
        copies={payment.id}
        title={
          <span className="flex flex-wrap items-center gap-3">
            <Amount amount={payment.amount} currency={payment.currency} />
            <PaymentBadge status={payment.status} />
          </span>
        }
        lead={<p role="status">{payments.sentence[payment.status]}</p>}
      />
      <div className="flex flex-col gap-4">
        <Freshness confirmed={confirmed} problem={problem} mirror={mirror} />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <Card title={words.timeline}>
            <PaymentTimeline payment={payment} events={events} />
          </Card>
          <Card title={words.properties}>
            <PaymentProperties payment={payment} />
          </Card>
        </div>
        <Developers object={object} events={events} />
      </div>
    </>
  )
}

function PaymentProperties({ payment }: { payment: ShownPayment }) {
  const { payer, payment_link: link, card, currency } = payment
  const fee = payment.fee_amount
  return (
    <PropertyList>
      {payment.status === 'APPROVED' && typeof fee === 'number' ? (
        <FeeEquation amount={payment.amount} fee={fee} currency={currency} />
      ) : null}
      <Property name={words.payer}>
        <bdi>{payer.name || <span className="text-muted">{payments.noPayer}</span>}</bdi>
      </Property>
      <Property
        name={words.email}
        action={payer.email ? <Copy value={payer.email} thing={words.email} /> : null}
      >
        {payer.email || <span className="text-muted">{payments.noEmail}</span>}
      </Property>
      {link ? (
        <Property name={words.link}>
          <Link
            href={`/links/${encodeURIComponent(link.id)}`}
            dir="auto"
            className="text-accent-text underline underline-offset-2"
          >
            {link.title}
          </Link>
        </Property>
      ) : null}
      {card ? (
        <Property name={words.card}>
          {words.cardValue(card.brand ? brandLabel(card.brand) : '', card.last4)}
        </Property>
      ) : null}
      {payment.description ? <Property name={words.description}>{payment.description}</Property> : null}
      <Property name={words.created}>
        <DateTime iso={payment.created_at} />
      </Property>
      <CopyLine name={words.authorization} value={payment.authorization_code} />
      <CopyLine name={words.processor} value={payment.processor_reference} />
      <CopyLine name={words.customer} value={payment.customer_id} />
      <CopyLine name={words.settlement} value={payment.settlement_id} />
      <CopyLine name={words.id} value={payment.id} />
    </PropertyList>
  )
}

/** Always gross − fee = net, in that order. */
function FeeEquation({ amount, fee, currency }: { amount: number; fee: number; currency: string }) {
  const net = netAmount(amount, fee, currency)
  if (net === null) return null
  return (
    <>
      <Property name={words.gross}>
        <Amount amount={amount} currency={currency} />
      </Property>
      <Property name={words.fee}>
        <Amount amount={-fee} currency={currency} />
      </Property>
      <Property name={words.net}>
        <Amount amount={net} currency={currency} className="font-semibold" />
      </Property>
    </>
  )
}

function CopyLine({ name, value }: { name: string; value: string | null }) {
  if (!value) return null
  return (
    <Property name={name} action={<Copy value={value} thing={name} />}>
      <span className="wrap-anywhere font-mono text-sm">{value}</span>
    </Property>
  )
}

function Copy({ value, thing }: { value: string; thing: string }) {
  return (
    <CopyButton
      iconOnly
      variant="quiet"
      value={value}
      label={common.copyThing(thing)}
      copiedLabel={common.copied}
      failedLabel={common.copyFailed}
    />
  )
}
