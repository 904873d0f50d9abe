import { useEffect } from 'react'
import { useCan } from '@/components/data/member'
import { Amount } from '@/components/money/amount'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { Banner } from '@/components/ui/banner'
import { Card } from '@/components/ui/card'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { Property, PropertyList } from '@/components/ui/property-list'
import type { TimelineEntry } from '@/components/ui/timeline'
import type { Dispute } from '@/lib/contract/dispute'
import { disputeStates } from '@/lib/contract/states'
import type { PaymentDetail } from '@/lib/dashboard/payments/get-payment'
import type { Translate } from '@/lib/messages/translator'
import { Deadline, DisputeBadge } from './face'

const evidenceForm = lazyModule(() => import('./evidence').then((module) => module.EvidenceForm))

export function DisputeCard({ detail, dispute }: { detail: PaymentDetail; dispute: Dispute }) {
  const t = useTexts()
  const { now } = useLocale()
  const mayRespond = useCan('disputes.respond')
  const { status, amount, currency, evidence } = dispute
  const { fee_amount: fee, evidence_due_at: due, refusal_code: refusal } = dispute
  const needsResponse = status === 'NEEDS_RESPONSE'
  const EvidenceForm = useLazyModule(evidenceForm)
  const isLate = needsResponse && due !== null && Date.parse(due) <= now
  const isAnswerable = needsResponse && !isLate && !detail.payment.mirror.missing
  const returns = <p className="text-muted text-sm">{t(`dispute-detail.returns.${status}`)}</p>
  useEffect(() => {
    if (isAnswerable && mayRespond) void evidenceForm.loadOrNull()
  }, [isAnswerable, mayRespond])
  return (
    <Card title={t('dispute-detail.title')} action={<DisputeBadge status={status} />}>
      <p className="text-pretty">{t(isLate ? 'dispute-detail.late' : `dispute-detail.next.${status}`)}</p>
      {isAnswerable && refusal ? (
        <Banner
          tone="warning"
          title={t('dispute-detail.refused', { code: refusal })}
          className="wrap-anywhere my-3"
        />
      ) : null}
      <PropertyList>
        <Property name={t('dispute-detail.amount')}>
          <Amount amount={amount} currency={currency} />
          {fee === 0 ? returns : null}
        </Property>
        {fee === 0 ? null : (
          <Property name={t('dispute-detail.fee')}>
            <Amount amount={fee} currency={currency} />
            {returns}
          </Property>
        )}
        <Property name={t('dispute-detail.payerSays')}>
          {t(`dispute-detail.reason.${dispute.reason}`)}
        </Property>
        {needsResponse ? (
          <Property name={t('dispute-detail.due')}>
            <span className="flex flex-wrap gap-x-2">
              <Deadline iso={due} />
              {due ? <DateTime iso={due} variant="row" className="text-muted text-sm" /> : null}
            </span>
          </Property>
        ) : null}
      </PropertyList>
      {evidence ? <SentEvidence evidence={evidence} /> : null}
      {isAnswerable && !mayRespond ? (
        <p className="mt-3 text-muted text-sm">{t('dispute-detail.notAllowed')}</p>
      ) : null}
      {isAnswerable && mayRespond && EvidenceForm ? (
        <EvidenceForm key={dispute.id} detail={detail} dispute={dispute} />
      ) : null}
    </Card>
  )
}

function SentEvidence({ evidence }: { evidence: NonNullable<Dispute['evidence']> }) {
  const t = useTexts()
  return (
    <section className="mt-4 flex flex-col gap-2 border-t pt-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-medium">{t('dispute-detail.evidence')}</h3>
        <DateTime iso={evidence.submitted_at} className="text-muted text-sm" />
      </header>
      {evidence.text ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-sm">
          {evidence.text}
        </p>
      ) : null}
      {evidence.files.length > 0 ? (
        <ul aria-label={t('dispute-detail.files')} className="flex flex-col gap-1 text-sm">
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

export function disputeEntries(dispute: Dispute | null | undefined, t: Translate): TimelineEntry[] {
  if (!dispute) return []
  const { status, evidence, closed_at: closedAt } = dispute
  return [
    {
      key: 'disputed',
      title: t('dispute-detail.timeline.opened'),
      when: <DateTime iso={dispute.created_at} />,
      detail: t(`dispute-detail.reason.${dispute.reason}`),
      tone: 'warning',
    },
    ...(evidence
      ? [
          {
            key: 'evidence',
            title: t('dispute-detail.timeline.sent'),
            when: <DateTime iso={evidence.submitted_at} />,
          },
        ]
      : []),
    ...(status === 'WON' || status === 'LOST'
      ? [
          {
            key: 'decided',
            title: t(`dispute-detail.timeline.${status}`),
            when: closedAt ? <DateTime iso={closedAt} /> : null,
            tone: disputeStates[status].tone,
          },
        ]
      : []),
  ]
}
