'use client'

import { isMissing } from '@/components/data/fetch-json'
import { useRead } from '@/components/data/member'
import { CopyMark, IdProperty } from '@/components/data/short-id'
import { useTotals } from '@/components/data/use-totals'
import { DetailFallback, DetailScreen, type ListOf, summaryOf } from '@/components/detail/detail-screen'
import { RelatedList } from '@/components/detail/related-list'
import { DownloadMenu } from '@/components/exports/export-buttons'
import { Amount } from '@/components/money/amount'
import { InlineLink } from '@/components/navigation/link-looks'
import { paymentColumns, paymentHref, paymentRow, paymentsHref } from '@/components/payments/face'
import { useLocale, useReader, useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { nonBreaking, spanText } from '@/components/time/format-time'
import { type Times, useTimes } from '@/components/time/times'
import { Banner } from '@/components/ui/banner'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { SHOWN_ADJUSTMENTS_MAX } from '@/lib/contract/limits'
import type { SettlementStatus } from '@/lib/contract/states'
import type { ShownSettlement } from '@/lib/dashboard/settlements/shown-settlement'
import { dayIn } from '@/lib/domain/calendar-days'
import { formatMajor, moneyText } from '@/lib/domain/money'
import { netTerms } from '@/lib/domain/net-terms'
import type { Translate } from '@/lib/messages/translator'
import type { ReadData } from '@/lib/reads'
import { cn } from '@/lib/ui/cn'
import { BankEnds, SettlementBadge } from './face'

const list: ListOf = {
  path: '/balance',
  title: 'shell.balance',
  one: 'settlement-states.one',
  loading: 'settlement-detail.loading',
}

export function SettlementScreen({ id }: { id: string }) {
  const t = useTexts()
  const times = useTimes()
  const detail = useRead('settlements/detail', { id })
  const payments = useRead('payments/list', { settlement: id })
  const totals = useTotals(payments.data, 'payments/totals', { settlement: id })
  if (!detail.data || isMissing(detail.error)) return <DetailFallback list={list} query={detail} />
  const { settlement, expectedBy, late } = detail.data
  const { mirror, unexplained: _, ...object } = settlement
  const hasStatus = payments.data?.data.some(
    (payment) => payment.status !== 'APPROVED' || payment.refunded_amount || payment.dispute,
  )
  return (
    <DetailScreen
      list={list}
      copies={settlement.id}
      tab={t('settlement-states.oneOf', { days: times.coveredDays(settlement) })}
      title={
        <span className="flex flex-wrap items-center gap-3">
          <Amount amount={settlement.net_amount} currency={settlement.currency} />
          <SettlementBadge status={settlement.status} />
        </span>
      }
      sentence={<Sentence settlement={settlement} />}
      actions={(position) => (
        <Actions
          settlement={settlement}
          className={position === 'below' ? 'mt-3 lg:hidden' : 'max-lg:hidden'}
        />
      )}
      notice={
        late && expectedBy ? (
          <Banner
            tone="warning"
            title={t('settlement-detail.late', { day: nonBreaking(times.dayName(expectedBy)) })}
          />
        ) : null
      }
      state={detail.data}
      error={detail.error}
      mirror={mirror}
      properties={
        <Card title={t('settlement-detail.properties')}>
          <SettlementProperties settlement={settlement} />
          <NotArrived {...detail.data} />
        </Card>
      }
      developers={{ object, label: t('settlement-detail.json') }}
    >
      <Card className="grid gap-x-10 gap-y-5 md:grid-cols-2">
        <SettlementEquation settlement={settlement} />
        <SettlementTimeline {...detail.data} />
      </Card>
      <DebtCard settlement={settlement} />
      <SettlementAdjustments settlement={settlement} />
      <RelatedList
        title={t('payments.title')}
        query={payments}
        totals={totals}
        allHref={paymentsHref({ settlement: id })}
        allLabel={(count) => t('settlement-detail.allPayments', { count })}
        allUncounted={t('settlement-detail.allUncounted')}
        loading={t('payments.loading')}
        columns={paymentColumns(t).filter(({ key }) => hasStatus || key !== 'status')}
        rowProps={(payment) => ({ ...paymentRow(payment), className: 'min-h-0 py-2.5' })}
        empty={<p className="text-muted">{t('settlement-detail.noPayments')}</p>}
      />
    </DetailScreen>
  )
}

function Sentence({ settlement }: { settlement: ShownSettlement }) {
  const t = useTexts()
  const { status, paid_at: paidAt, mirror } = settlement
  return (
    <p role="status" className="text-pretty">
      {mirror.missing ? (
        t('mirror.lastKnown')
      ) : status === 'PAID' && paidAt ? (
        <>
          {t('settlement-detail.sentOn')} <DateTime iso={paidAt} />. {t('settlement-detail.bankTakes')}
        </>
      ) : (
        t(`settlement-states.meaning.${status}`)
      )}
    </p>
  )
}

function Actions({ settlement, className }: { settlement: ShownSettlement; className: string }) {
  const t = useTexts()
  const { locale } = useReader()
  const { supportTime } = useTimes()
  return (
    <div className={cn('flex flex-wrap gap-2 print:hidden', className)}>
      <DownloadMenu
        request={{ kind: 'settlement', input: { settlement_id: settlement.id } }}
        lines={settlement.payment_count}
      />
      <CopyButton
        value={settlementSummary(settlement, locale, t, supportTime)}
        label={t('detail.support')}
        title={t('settlement-detail.supportHint')}
      />
    </div>
  )
}

function SettlementEquation({ settlement }: { settlement: ShownSettlement }) {
  const t = useTexts()
  const { locale } = useLocale()
  const { currency, net_amount, unexplained } = settlement
  const text = (major: number) => formatMajor(major, currency, locale).replace('-', '\u2212')
  const terms = netTerms(settlement)
  const written = terms.map(({ key, amount }) =>
    t(`settlement-detail.terms.${key}`, { amount: text(key === 'gross' ? amount : 0 - amount) }),
  )
  return (
    <div className="tnum">
      <p className="sr-only">{`${written.join(' \u2212 ')} = ${text(net_amount)}`}</p>
      <dl aria-hidden>
        {[...terms, { key: 'net' as const, amount: net_amount }].map(({ key, amount }) => (
          <div
            key={key}
            className={cn(
              'flex justify-between gap-4 border-border/70 py-1.5 not-first:border-t first:pt-0',
              key === 'net' && 'border-border-strong font-semibold',
            )}
          >
            <dt className="text-muted">{t(`settlement-detail.summary.${key}`)}</dt>
            <dd>
              <Amount amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      {unexplained === 0 ? null : (
        <p className="text-sm text-warning">
          {t('settlement-detail.unexplained', { amount: text(unexplained) })}
        </p>
      )}
    </div>
  )
}

type SettlementDetail = ReadData<'settlements/detail'>

function SettlementProperties({ settlement }: { settlement: ShownSettlement }) {
  const t = useTexts()
  const times = useTimes()
  const referenceName = t('settlement-detail.reference')
  const idName = t('settlement-detail.id')
  const { bank_account: bank, reference, period_start: from, period_end: to } = settlement
  return (
    <PropertyList>
      <Property name={t('settlement-detail.summary.period')}>
        <span title={spanText(times.exactTime(from), times.exactTime(to))}>
          {times.coveredDays(settlement)}
        </span>
      </Property>
      {bank ? (
        <Property name={t('settlement-detail.bank')}>
          <bdi>{bank.bank_name}</bdi> <BankEnds last4={bank.account_last4} />
        </Property>
      ) : null}
      {reference ? (
        <Property name={referenceName} action={<CopyMark value={reference} name={referenceName} />}>
          <bdi className="tnum wrap-anywhere">{reference}</bdi>
        </Property>
      ) : null}
      <IdProperty id={settlement.id} name={idName} />
    </PropertyList>
  )
}

function DebtCard({ settlement }: { settlement: ShownSettlement }) {
  const t = useTexts()
  const { locale } = useLocale()
  const { status, currency, net_amount: net, debt_amount: debt } = settlement
  const money = (major: number) => moneyText(major, currency, locale)
  if (status !== 'DEBT' && !debt) return null
  return (
    <Card title={t('settlement-detail.debtTitle')}>
      <div className="flex flex-col gap-1.5 text-pretty">
        {debt ? <p>{t('settlement-detail.debtTook', { amount: money(debt) })}</p> : null}
        {status === 'DEBT' ? (
          <p>{t('settlement-detail.debtWhat', { amount: money(Math.abs(net)) })}</p>
        ) : null}
      </div>
    </Card>
  )
}

/** Renders whom to ask about money that has not arrived, and copies what to give the bank. */
function NotArrived({ settlement, late }: SettlementDetail) {
  const t = useTexts()
  const { fullDayName } = useTimes()
  const { locale, timeZone } = useLocale()
  const isPaid = settlement.status === 'PAID'
  if (!isPaid && !late) return null
  function linesForBank(): string {
    const { net_amount: net, currency, paid_at: paidAt, bank_account: bank, reference } = settlement
    return summaryOf([
      [t('settlement-detail.enquiry.amount'), moneyText(net, currency, locale)],
      [t('settlement-detail.enquiry.date'), paidAt && fullDayName(dayIn(Date.parse(paidAt), timeZone))],
      [t('settlement-detail.enquiry.reference'), reference],
      [
        t('settlement-detail.enquiry.account'),
        bank && t('settlement-detail.enquiry.ending', { last4: bank.account_last4 }),
      ],
    ])
  }
  return (
    <section className="mt-3 border-t pt-4 print:hidden">
      <h3 className="text-base">{t('settlement-detail.notArrived')}</h3>
      <p className="mt-1 text-pretty text-muted text-sm">
        {isPaid
          ? t('settlement-detail.notArrivedPaid')
          : t('settlement-detail.notArrivedLate', { button: t('detail.support') })}
      </p>
      {isPaid ? (
        <CopyButton className="mt-3" value={linesForBank()} label={t('settlement-detail.copyForBank')} />
      ) : null}
    </section>
  )
}

/** Returns a settlement as a text for support: ids, amounts, and times in both zones. */
function settlementSummary(
  settlement: ShownSettlement,
  locale: string,
  t: Translate,
  supportTime: Times['supportTime'],
): string {
  const { currency, status, bank_account: bank, paid_at: paidAt } = settlement
  const money = (major: number) => moneyText(major, currency, locale)
  return summaryOf([
    [t('settlement-detail.summary.settlement'), settlement.id],
    [t('settlement-detail.summary.status'), `${t(`settlement-states.${status}`)} (${status})`],
    ...netTerms(settlement).map(
      ({ key, amount }) => [t(`settlement-detail.summary.${key}`), money(amount)] as const,
    ),
    [t('settlement-detail.summary.net'), money(settlement.net_amount)],
    [t('settlement-detail.summary.payments'), String(settlement.payment_count)],
    [
      t('settlement-detail.summary.period'),
      `${supportTime(settlement.period_start)} – ${supportTime(settlement.period_end)}`,
    ],
    [t('settlement-detail.summary.made'), supportTime(settlement.created_at)],
    [t('settlement-detail.summary.paid'), paidAt && supportTime(paidAt)],
    [t('settlement-detail.summary.bank'), bank && `••${bank.account_last4}`],
    [t('settlement-detail.summary.reference'), settlement.reference],
  ])
}

function SettlementTimeline({ settlement, expectedBy, late }: SettlementDetail) {
  const t = useTexts()
  const { dayName } = useTimes()
  const { status, created_at: madeAt, paid_at: paidAt } = settlement
  const made = { key: 'made', title: t('settlement-detail.generated'), when: <DateTime iso={madeAt} /> }
  const sent = { key: 'sent', title: t('settlement-detail.sent') }
  const expected =
    expectedBy && !late ? t('settlement-detail.expectedBy', { day: dayName(expectedBy) }) : t('times.notYet')
  const last: Record<SettlementStatus, TimelineEntry> = {
    DEBT: { key: 'debt', title: t('settlement-detail.noTransfer'), when: null, tone: 'warning' },
    PAID: { ...sent, when: paidAt ? <DateTime iso={paidAt} /> : null, tone: 'success' },
    PENDING: { ...sent, when: expected, pending: true },
  }
  return <Timeline label={t('settlement-detail.timeline')} entries={[made, last[status]]} />
}

/**
 * Renders the refunds and disputes that a settlement took off or gave back, oldest first, each with its payment. Renders
 * nothing if the host lists none.
 */
export function SettlementAdjustments({ settlement }: { settlement: ShownSettlement }) {
  const t = useTexts()
  const { adjustments, currency } = settlement
  if (!adjustments?.length) return null
  const title = t('settlement-detail.adjustments.title')
  return (
    <Card title={title}>
      <ul aria-label={title} className="flex flex-col gap-3">
        {adjustments.map(({ type, id, payment_id: paymentId, amount, created_at: at }) => (
          <li key={`${type} ${id}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{t(`settlement-detail.adjustments.type.${type}`)}</span>
            <DateTime iso={at} className="tnum text-muted text-sm" />
            <Amount amount={amount} currency={currency} className="ms-auto font-medium" />
            <InlineLink
              className="wrap-anywhere basis-full font-mono text-sm"
              href={paymentHref({ id: paymentId })}
            >
              {paymentId}
            </InlineLink>
          </li>
        ))}
      </ul>
      {adjustments.length >= SHOWN_ADJUSTMENTS_MAX ? (
        <p className="mt-3 text-muted text-xs">
          {t('settlement-detail.adjustments.first', { count: SHOWN_ADJUSTMENTS_MAX })}
        </p>
      ) : null}
    </Card>
  )
}
