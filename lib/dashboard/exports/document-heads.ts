import type { ConnectionContext } from '@/lib/dashboard/context'
import { countPaymentRows } from '@/lib/dashboard/payments/export-payments'
import { fileTime } from '@/lib/dashboard/reads/file-rows'
import { Refusal } from '@/lib/dashboard/refusal'
import { PDF_ROWS_MAX } from '@/lib/dashboard/schema/export'
import { readStatements } from '@/lib/dashboard/statements/read-statements'
import { monthName } from '@/lib/domain/calendar-months'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor } from '@/lib/domain/money'
import { exports } from '@/lib/messages/exports'
import { statements as text } from '@/lib/messages/statements'
import { times } from '@/lib/messages/times'
import { readSettlement } from './settlement-lines'

const copy = exports.pdf

type Pairs = [name: string, value: string][]

/** Part of a document above its table. */
export interface DocumentHead {
  title: string
  lead: string
  /** `isSum`: the values are right-aligned, the last one is the sum of the others. */
  sections: readonly { heading?: string; note?: string; pairs?: Readonly<Pairs>; isSum?: boolean }[]
}

function money(major: number, currency: string): string {
  return `${formatMajor(major, currency)} ${currency}`
}

function count(value: number): string {
  return numberFormat('en').format(value)
}

/** Returns the head of a settlement's document: its sums and its transfer. Throws as `readSettlement`. */
export async function settlementHead(ctx: ConnectionContext, id: string): Promise<DocumentHead> {
  const settlement = await readSettlement(ctx, id)
  const known = await countPaymentRows(ctx, { settlement: id }, PDF_ROWS_MAX + 1)
  const { timezone } = ctx.account
  const local = fileTime(timezone)
  const { currency, bank_account: bank, reference, paid_at: paidAt, debt_amount: debt } = settlement
  const facts: Pairs = [
    [copy.period, `${local(settlement.period_start)} – ${local(settlement.period_end)} (${timezone})`],
    [copy.made, local(settlement.created_at)],
  ]
  if (paidAt) facts.push([copy.paid, local(paidAt)])
  if (bank) facts.push([copy.bank, `${bank.bank_name ?? ''} ••${bank.account_last4}`.trim()])
  if (reference) facts.push([copy.reference, reference])
  const sums: Pairs = [
    [copy.gross, money(settlement.gross_amount, currency)],
    [copy.fees, money(settlement.fee_amount === 0 ? 0 : -settlement.fee_amount, currency)],
  ]
  const { refund_amount: refunds, dispute_amount: disputes } = settlement
  if (refunds) sums.push([copy.refunds, money(-refunds, currency)])
  if (disputes) sums.push([copy.disputes, money(-disputes, currency)])
  if (debt) sums.push([copy.debt, money(-debt, currency)])
  sums.push([copy.net, money(settlement.net_amount, currency)])
  const all = settlement.payment_count
  const adjusted = settlement.adjustments?.length ?? 0
  const heading = [
    copy.payments(count(all)),
    ...(adjusted > 0 ? [copy.adjustments(count(adjusted))] : []),
  ].join(', ')
  return {
    title: `${copy.settlement} · ${copy.status[settlement.status]}`,
    lead: settlement.id,
    sections: [
      { pairs: facts },
      { pairs: sums, isSum: true },
      known === all ? { heading } : { heading, note: copy.known(count(known), count(all)) },
    ],
  }
}

/** Returns the head of a statement's document: opening, sums, closing and its parts. Throws Refusal `resource_not_found`. */
export async function statementHead(ctx: ConnectionContext, month: string): Promise<DocumentHead> {
  const { statement } = await readStatements(ctx, month)
  if (!statement) throw new Refusal('resource_not_found')
  const { currency, settlements, transfers, waiting, debt, unexplained, unsettled } = statement
  const of = (value: number, noun: 'settlement' | 'transfer' | 'payment') =>
    text.of(count(value), value === 1, noun)
  const closing: [string, string] = [
    statement.closed ? text.closing : text.closingSoFar,
    money(statement.closing, currency),
  ]
  const sums: Pairs = [
    [text.opening, money(statement.opening, currency)],
    [`${text.settled} (${of(settlements, 'settlement')})`, money(statement.gross, currency)],
    [text.fees, money(-statement.fees, currency)],
    [`${text.transferred} (${of(transfers, 'transfer')})`, money(-statement.net, currency)],
    closing,
  ]
  const parts: Pairs = [
    [text.check.onItsWay(of(waiting, 'settlement')), money(statement.waiting_net, currency)],
  ]
  if (debt !== 0) parts.push([text.check.debt, money(debt, currency)])
  if (unexplained !== 0) parts.push([text.check.unexplained, money(unexplained, currency)])
  const note = `${text.unsettled(of(unsettled.count, 'payment'))} (${money(unsettled.gross, currency)}).`
  return {
    title: text.region(monthName(month, times.dateLocale)),
    lead: text.lead,
    sections: [
      { pairs: sums, isSum: true },
      {
        heading: text.check.consists,
        pairs: [...parts, closing],
        isSum: true,
        ...(unsettled.count > 0 && { note }),
      },
      { heading: text.movements },
    ],
  }
}
