import { useEffect } from 'react'
import { useCan } from '@/components/data/member'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { Banner } from '@/components/ui/banner'
import { Card } from '@/components/ui/card'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { Property, PropertyList } from '@/components/ui/property-list'
import type { TimelineEntry } from '@/components/ui/timeline'
import type { Dispute } from '@/lib/contract/dispute'
import { disputeStates } from '@/lib/contract/states'
import type { PaymentDetail } from '@/lib/dashboard/schema/payment'
import { disputes } from '@/lib/messages/disputes'
import { Deadline, DisputeBadge } from './face'

const copy = disputes.card

const evidenceForm = lazyModule(() => import('./evidence').then((module) => module.EvidenceForm))

type Props = { detail: PaymentDetail; dispute: Dispute }

/** Renders a payment's dispute: its state, the money, the reason, what happens next, and the evidence. */
export function DisputeCard({ detail, dispute }: Props) {
  const { now } = useLocale()
  const mayRespond = useCan('disputes.respond')
  const { status, amount, currency, evidence } = dispute
  const { fee_amount: fee, evidence_due_at: due, refusal_code: refusal } = dispute
  const needsResponse = status === 'NEEDS_RESPONSE'
  const EvidenceForm = useLazyModule(evidenceForm)
  const isLate = needsResponse && due !== null && Date.parse(due) <= now
  const isAnswerable = needsResponse && !isLate && !detail.payment.mirror.missing
  const returns = <p className="text-muted text-sm">{copy.returns[status]}</p>
  useEffect(() => {
    if (isAnswerable && mayRespond) void evidenceForm.loadOrNull()
  }, [isAnswerable, mayRespond])
  return (
    <Card title={disputes.one} action={<DisputeBadge status={status} />}>
      <p className="text-pretty">{isLate ? copy.late : copy.next[status]}</p>
      {isAnswerable && refusal ? (
        <Banner tone="warning" title={copy.refused(refusal)} className="wrap-anywhere my-3" />
      ) : null}
      <PropertyList>
        <Property name={copy.amount}>
          <Amount amount={amount} currency={currency} />
          {fee === 0 ? returns : null}
        </Property>
        {fee === 0 ? null : (
          <Property name={copy.fee}>
            <Amount amount={fee} currency={currency} />
            {returns}
          </Property>
        )}
        <Property name={copy.reason}>{disputes.reason[dispute.reason]}</Property>
        {needsResponse ? (
          <Property name={copy.due}>
            <span className="flex flex-wrap gap-x-2">
              <Deadline iso={due} />
              {due ? <DateTime iso={due} variant="row" className="text-muted text-sm" /> : null}
            </span>
          </Property>
        ) : null}
      </PropertyList>
      {evidence ? <SentEvidence evidence={evidence} /> : null}
      {isAnswerable && !mayRespond ? <p className="mt-3 text-muted text-sm">{copy.notAllowed}</p> : null}
      {isAnswerable && mayRespond && EvidenceForm ? (
        <EvidenceForm key={dispute.id} detail={detail} dispute={dispute} />
      ) : null}
    </Card>
  )
}

function SentEvidence({ evidence }: { evidence: NonNullable<Dispute['evidence']> }) {
  return (
    <section className="mt-4 flex flex-col gap-2 border-t pt-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-medium">{copy.evidence}</h3>
        <DateTime iso={evidence.submitted_at} className="text-muted text-sm" />
      </header>
      {evidence.text ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-sm">
          {evidence.text}
        </p>
      ) : null}
      {evidence.files.length > 0 ? (
        <ul aria-label={copy.files} className="flex flex-col gap-1 text-sm">
          {evidence.files.map(({ id, name }) => (
            <li key={id} className="wrap-anywhere">
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

/** Returns what happened to a dispute, for the payment's timeline: opened, evidence sent, decided. */
export function disputeEntries(dispute: Dispute | null | undefined): TimelineEntry[] {
  if (!dispute) return []
  const { status, evidence, closed_at: closedAt } = dispute
  const copyOf = disputes.timeline
  return [
    {
      key: 'disputed',
      title: copyOf.opened,
      when: <DateTime iso={dispute.created_at} />,
      detail: disputes.reason[dispute.reason],
      tone: 'warning',
    },
    ...(evidence
      ? [{ key: 'evidence', title: copyOf.sent, when: <DateTime iso={evidence.submitted_at} /> }]
      : []),
    ...(status === 'WON' || status === 'LOST'
      ? [
          {
            key: 'decided',
            title: copyOf[status],
            when: closedAt ? <DateTime iso={closedAt} /> : null,
            tone: disputeStates[status].tone,
          },
        ]
      : []),
  ]
}
