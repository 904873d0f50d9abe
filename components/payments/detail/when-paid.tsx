import { ShortId } from '@/components/data/short-id'
import { useLocale } from '@/components/locale/locale-provider'
import { settlementHref } from '@/components/settlements/queries'
import { SettlementLink } from '@/components/settlements/settlement-link'
import { PageLink } from '@/components/shell/navigation/page-link'
import { dayName, nonBreaking, shortDay } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import type { PaymentDetail } from '@/lib/dashboard/schema/payment'
import type { SettlementName, TransferTimes } from '@/lib/dashboard/schema/settlement'
import { addWorkingDays, dayIn } from '@/lib/domain/calendar-days'
import type { SettlementDays } from '@/lib/domain/settlement-days'
import { payments } from '@/lib/messages/payments'
import { settlements } from '@/lib/messages/settlements'

const copy = settlements.whenPaid

type Props = Pick<PaymentDetail, 'payment' | 'settlement' | 'settlementSchedule' | 'transferTimes'> & {
  /** Days of the upcoming settlement; null if they are unknown. */
  days: SettlementDays | null
}

/** Renders the day on which a payment reaches the merchant's bank, as far as the host reports it. */
export function WhenPaid(props: Props) {
  return (
    <Card title={copy.title}>
      <Answer {...props} />
    </Card>
  )
}

function Answer({ payment, settlement, settlementSchedule, transferTimes, days }: Props) {
  const { now } = useLocale()
  const { status, settlement_id: settlementId } = payment
  if (status !== 'APPROVED')
    return <p className="text-pretty">{status === 'PENDING' ? copy.notCollected : copy.neverCollected}</p>
  if (settlementId) {
    return (
      <div className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-1.5">
          {copy.settled}
          <PaymentSettlement id={settlementId} settlement={settlement} />
        </div>
        <Transfer settlement={settlement} times={transferTimes} />
      </div>
    )
  }
  if (!days) return <p className="text-pretty">{settlementSchedule ? copy.notSettled : copy.noSchedule}</p>
  const named = (day: string) => nonBreaking(dayName(day, now))
  return (
    <p className="text-pretty">
      {copy.willSettle(payments.span(named(days.first), named(days.last)), named(days.made))}
      {transferTimes ? ` ${copy.willLeave(named(addWorkingDays(days.made, transferTimes.usual)))}` : null}
    </p>
  )
}

/** Renders a link to a payment's settlement, with its name if the mirror has it. */
export function PaymentSettlement({ id, settlement }: { id: string; settlement: SettlementName | null }) {
  if (settlement) return <SettlementLink settlement={settlement} />
  return (
    <>
      <TextLink>
        <PageLink href={settlementHref({ id })}>{settlements.one}</PageLink>
      </TextLink>
      <ShortId id={id} name={payments.detail.settlement} />
    </>
  )
}

function Transfer({ settlement, times }: { settlement: SettlementName | null; times: TransferTimes }) {
  const { timeZone, now } = useLocale()
  return (
    <p className="text-pretty text-muted">
      {settlement ? transferOf(settlement, times, { timeZone, now }) : copy.unknown}
    </p>
  )
}

function transferOf(
  { status, created_at: madeAt, paid_at: paidAt }: SettlementName,
  times: TransferTimes,
  { timeZone, now }: { timeZone: string; now: number },
): string {
  if (status === 'DEBT') return copy.DEBT
  if (status === 'PAID')
    return paidAt ? copy.PAID(nonBreaking(shortDay(paidAt, timeZone, now))) : copy.PAID_undated
  if (!times) return copy.PENDING
  const by = addWorkingDays(dayIn(Date.parse(madeAt), timeZone), times.usual)
  const isLate = dayIn(now, timeZone) > by
  return (isLate ? copy.pendingLate : copy.pendingBy)(nonBreaking(dayName(by, now)))
}
