import type { ConnectionContext } from '@/lib/dashboard/context'
import { fileTime } from '@/lib/dashboard/reads/file-rows'
import { Refusal } from '@/lib/dashboard/refusal'
import { readStatements } from '@/lib/dashboard/statements/read-statements'
import { monthName } from '@/lib/domain/calendar-months'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor } from '@/lib/domain/money'
import { netTerms } from '@/lib/domain/net-terms'
import { exports } from '@/lib/messages/exports'
import { settlements } from '@/lib/messages/settlements'
import { type SumLine, statements, sumsOf } from '@/lib/messages/statements'
import { times } from '@/lib/messages/times'
import { readSettlement } from './settlement-lines'

type Pairs = readonly (readonly [name: string, value: string])[]

/** Part of a document above its table. */
export interface DocumentHead {
  title: string
  lead: string
  /** `isSum`: the values are right-aligned, the last one is the sum of the others. */
  sections: readonly { heading?: string; note?: string; pairs?: Pairs; isSum?: boolean }[]
}

const number = numberFormat('en')

function money(major: number, currency: string): string {
  return `${formatMajor(major, currency)} ${currency}`
}

/** Returns the head of a settlement's document: its sums and its transfer. Throws as `readSettlement`. */
export async function settlementHead(ctx: ConnectionContext, id: string): Promise<DocumentHead> {
  const settlement = await readSettlement(ctx, id)
  const { timezone } = ctx.account
  const local = fileTime(timezone)
  const { currency, bank_account: bank, reference, paid_at: paidAt } = settlement
  const listed = settlement.adjustments?.length ?? 0
  const { summary, status } = settlements
  const { payments, adjustments: adjusted } = exports.pdf
  const facts = [
    [summary.period, `${local(settlement.period_start)} – ${local(settlement.period_end)} (${timezone})`],
    [summary.made, local(settlement.created_at)],
    [summary.paid, paidAt && local(paidAt)],
    [summary.bank, bank && `${bank.bank_name ?? ''} ••${bank.account_last4}`.trim()],
    [summary.reference, reference],
  ] as const
  const sums = netTerms(settlement).map(({ key, amount }) => [summary[key], money(amount, currency)] as const)
  const heading = [
    payments(number.format(settlement.payment_count)),
    ...(listed > 0 ? [adjusted(number.format(listed))] : []),
  ]
  return {
    title: `${settlements.one} · ${status[settlement.status]}`,
    lead: settlement.id,
    sections: [
      { pairs: facts.flatMap(([name, value]) => (value ? [[name, value]] : [])) },
      { pairs: [...sums, [summary.net, money(settlement.net_amount, currency)]], isSum: true },
      { heading: heading.join(', ') },
    ],
  }
}

/** Returns the head of a statement's document: opening, sums, closing and its parts. Throws Refusal `resource_not_found`. */
export async function statementHead(ctx: ConnectionContext, month: string): Promise<DocumentHead> {
  const { statement } = await readStatements(ctx, month)
  if (!statement) throw new Refusal('resource_not_found')
  const { currency } = statement
  const { sums, parts, unsettled } = sumsOf(statement, number)
  const pairsOf = (lines: readonly SumLine[]) =>
    lines.map(({ name, note, amount, sign }) => {
      const signed = sign === '−' && amount !== 0 ? -amount : amount
      return [note ? `${name} (${note})` : name, money(signed, currency)] as const
    })
  const note = unsettled && `${unsettled} (${money(statement.unsettled.gross, currency)}).`
  return {
    title: statements.region(monthName(month, times.dateLocale)),
    lead: statements.lead,
    sections: [
      { pairs: pairsOf(sums), isSum: true },
      {
        heading: statements.check.consists,
        pairs: pairsOf([...parts, ...sums.slice(-1)]),
        isSum: true,
        ...(note && { note }),
      },
      { heading: statements.movements },
    ],
  }
}
