import { summaryOf } from '@/components/detail/detail-screen'
import { fullDayName, zonedTime } from '@/components/time/format-time'
import type { ShownSettlement } from '@/lib/dashboard/schema/settlement'
import { dayIn } from '@/lib/domain/calendar-days'
import { formatMajor } from '@/lib/domain/money'
import { settlements } from '@/lib/messages/settlements'
import { times } from '@/lib/messages/times'

const copy = settlements.summary
const { enquiry } = settlements.detail

/** Returns a settlement as a text for support: ids, amounts, and times in both zones. */
export function settlementSummary(settlement: ShownSettlement, timeZone: string): string {
  const { currency, status, debt_amount: debt, bank_account: bank, paid_at: paidAt } = settlement
  const exact = (iso: string) => times.exact(zonedTime(iso, timeZone), iso)
  const money = (major: number) => `${formatMajor(major, currency)} ${currency}`
  return summaryOf([
    [copy.settlement, settlement.id],
    [copy.status, `${settlements.status[status]} (${status})`],
    [copy.gross, money(settlement.gross_amount)],
    [copy.fees, money(settlement.fee_amount)],
    [copy.debt, typeof debt === 'number' ? money(debt) : null],
    [copy.net, money(settlement.net_amount)],
    [copy.payments, String(settlement.payment_count)],
    [copy.period, `${exact(settlement.period_start)} – ${exact(settlement.period_end)}`],
    [copy.made, exact(settlement.created_at)],
    [copy.paid, paidAt && exact(paidAt)],
    [copy.bank, bank && `••${bank.account_last4}`],
    [copy.reference, settlement.reference],
  ])
}

/** Returns the names and values by which a bank finds a transfer that has left. */
export function linesForBank(settlement: ShownSettlement, timeZone: string): [string, string | null][] {
  const { net_amount: net, currency, paid_at: paidAt, bank_account: bank } = settlement
  return [
    [enquiry.amount, `${formatMajor(net, currency)} ${currency}`],
    [enquiry.date, paidAt && fullDayName(dayIn(Date.parse(paidAt), timeZone))],
    [enquiry.reference, settlement.reference],
    [enquiry.account, bank && enquiry.ending(bank.account_last4)],
  ]
}

/** Returns the names and values by which the payments service finds a transfer that has not left. */
export function linesForService(
  settlement: ShownSettlement,
  expectedBy: string | null,
  timeZone: string,
): [string, string | null][] {
  const { net_amount: net, currency, created_at: madeAt } = settlement
  return [
    [enquiry.settlement, settlement.id],
    [enquiry.amount, `${formatMajor(net, currency)} ${currency}`],
    [enquiry.made, fullDayName(dayIn(Date.parse(madeAt), timeZone))],
    [enquiry.expected, expectedBy && fullDayName(expectedBy)],
  ]
}
