import { CopyMark, ShortId } from '@/components/data/short-id'
import { summaryOf } from '@/components/detail/detail-screen'
import { useLocale } from '@/components/locale/locale-provider'
import { DateTime } from '@/components/time/date-time'
import { dayName, exactTime, fullDayName, zonedTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import type { SettlementStatus } from '@/lib/contract/states'
import type { ShownSettlement } from '@/lib/dashboard/schema/settlement'
import { dayIn } from '@/lib/domain/calendar-days'
import { formatMajor } from '@/lib/domain/money'
import { netTerms } from '@/lib/domain/net-terms'
import { settlements } from '@/lib/messages/settlements'
import { times } from '@/lib/messages/times'
import type { ReadData } from '@/lib/reads'
import { BankEnds, coveredDays } from './face'

const copy = settlements.detail
type SettlementDetail = ReadData<'settlements/detail'>

/** Renders period, bank, reference and id of a settlement. Values that the host does not report are omitted. */
export function SettlementProperties({ settlement }: { settlement: ShownSettlement }) {
  const { timeZone, now } = useLocale()
  const { bank_account: bank, reference, period_start: from, period_end: to } = settlement
  return (
    <PropertyList>
      <Property name={settlements.summary.period}>
        <span title={settlements.span(exactTime(from, timeZone), exactTime(to, timeZone))}>
          {coveredDays(settlement, timeZone, now)}
        </span>
      </Property>
      {bank ? (
        <Property name={copy.bank}>
          <bdi>{bank.bank_name}</bdi> <BankEnds last4={bank.account_last4} />
        </Property>
      ) : null}
      {reference ? (
        <Property name={copy.reference} action={<CopyMark value={reference} name={copy.reference} />}>
          <bdi className="tnum wrap-anywhere">{reference}</bdi>
        </Property>
      ) : null}
      <Property name={copy.id}>
        <ShortId id={settlement.id} name={copy.id} />
      </Property>
    </PropertyList>
  )
}

/** Renders an explanation of a debt that a settlement ended in or paid off. */
export function DebtCard({ settlement }: { settlement: ShownSettlement }) {
  const { locale } = useLocale()
  const { status, currency, net_amount: net, debt_amount: debt } = settlement
  const money = (major: number) => `${formatMajor(major, currency, locale)} ${currency}`
  if (status !== 'DEBT' && !debt) return null
  return (
    <Card title={copy.debtTitle}>
      <div className="flex flex-col gap-1.5 text-pretty">
        {debt ? <p>{copy.debtTook(money(debt))}</p> : null}
        {status === 'DEBT' ? <p>{copy.debtWhat(money(Math.abs(net)))}</p> : null}
      </div>
    </Card>
  )
}

/** Renders whom to ask about money that has not arrived, and copies what to give the bank. */
export function NotArrived({ settlement, late }: SettlementDetail) {
  const { timeZone } = useLocale()
  const isPaid = settlement.status === 'PAID'
  if (!isPaid && !late) return null
  return (
    <section className="mt-3 border-t pt-4 print:hidden">
      <h3 className="text-base">{copy.notArrived}</h3>
      <p className="mt-1 text-pretty text-muted text-sm">
        {isPaid ? copy.notArrivedPaid : copy.notArrivedLate}
      </p>
      {isPaid ? (
        <CopyButton className="mt-3" value={linesForBank(settlement, timeZone)} label={copy.copyForBank} />
      ) : null}
    </section>
  )
}

const { summary } = settlements

/** Returns a settlement as a text for support: ids, amounts, and times in both zones. */
export function settlementSummary(settlement: ShownSettlement, timeZone: string): string {
  const { currency, status, bank_account: bank, paid_at: paidAt } = settlement
  const exact = (iso: string) => times.exact(zonedTime(iso, timeZone), iso)
  const money = (major: number) => `${formatMajor(major, currency)} ${currency}`
  return summaryOf([
    [summary.settlement, settlement.id],
    [summary.status, `${settlements.status[status]} (${status})`],
    ...netTerms(settlement).map(({ key, amount }) => [summary[key], money(amount)] as const),
    [summary.net, money(settlement.net_amount)],
    [summary.payments, String(settlement.payment_count)],
    [summary.period, `${exact(settlement.period_start)} – ${exact(settlement.period_end)}`],
    [summary.made, exact(settlement.created_at)],
    [summary.paid, paidAt && exact(paidAt)],
    [summary.bank, bank && `••${bank.account_last4}`],
    [summary.reference, settlement.reference],
  ])
}

function linesForBank(settlement: ShownSettlement, timeZone: string): string {
  const { enquiry } = copy
  const { net_amount: net, currency, paid_at: paidAt, bank_account: bank, reference } = settlement
  return summaryOf([
    [enquiry.amount, `${formatMajor(net, currency)} ${currency}`],
    [enquiry.date, paidAt && fullDayName(dayIn(Date.parse(paidAt), timeZone))],
    [enquiry.reference, reference],
    [enquiry.account, bank && enquiry.ending(bank.account_last4)],
  ])
}

/** Renders creation and transfer as the host reports them. */
export function SettlementTimeline({ settlement, expectedBy, late }: SettlementDetail) {
  const { now } = useLocale()
  const { status, created_at: madeAt, paid_at: paidAt } = settlement
  const made = { key: 'made', title: copy.generated, when: <DateTime iso={madeAt} /> }
  const sent = { key: 'sent', title: copy.sent }
  const expected = expectedBy && !late ? copy.expectedBy(dayName(expectedBy, now)) : times.notYet
  const last: Record<SettlementStatus, TimelineEntry> = {
    DEBT: { key: 'debt', title: copy.noTransfer, when: null, tone: 'warning' },
    PAID: { ...sent, when: paidAt ? <DateTime iso={paidAt} /> : null, tone: 'success' },
    PENDING: { ...sent, when: expected, pending: true },
  }
  return <Timeline label={copy.timeline} entries={[made, last[status]]} />
}
