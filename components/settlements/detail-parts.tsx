import { CopyMark, ShortId } from '@/components/data/short-id'
import { summaryOf } from '@/components/detail/detail-screen'
import { useLocale } from '@/components/locale/locale-provider'
import { useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { spanText } from '@/components/time/format-time'
import type { Times } from '@/components/time/times'
import { useTimes } from '@/components/time/use-times'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import type { SettlementStatus } from '@/lib/contract/states'
import type { ShownSettlement } from '@/lib/dashboard/settlements/shown-settlement'
import { dayIn } from '@/lib/domain/calendar-days'
import { moneyText } from '@/lib/domain/money'
import { netTerms } from '@/lib/domain/net-terms'
import type { Translate } from '@/lib/messages/translator'
import type { ReadData } from '@/lib/reads'
import { BankEnds } from './face'

type SettlementDetail = ReadData<'settlements/detail'>

export function SettlementProperties({ settlement }: { settlement: ShownSettlement }) {
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
      <Property name={idName}>
        <ShortId id={settlement.id} name={idName} />
      </Property>
    </PropertyList>
  )
}

export function DebtCard({ settlement }: { settlement: ShownSettlement }) {
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
export function NotArrived({ settlement, late }: SettlementDetail) {
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
export function settlementSummary(
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

export function SettlementTimeline({ settlement, expectedBy, late }: SettlementDetail) {
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
