import type { ConnectionContext } from '@/lib/dashboard/context'
import { type FileTexts, fileTime } from '@/lib/dashboard/reads/file-rows'
import { Refusal } from '@/lib/dashboard/refusal'
import { readStatements } from '@/lib/dashboard/statements/read-statements'
import { monthName } from '@/lib/domain/calendar-months'
import { dateLocaleOf } from '@/lib/domain/languages'
import { moneyText } from '@/lib/domain/money'
import { netTerms } from '@/lib/domain/net-terms'
import { type SumLine, sumsOf } from '@/lib/messages/statement-sums'
import { readSettlement } from './settlement-lines'

type Pairs = readonly (readonly [name: string, value: string])[]

/** Part of a document above its table. */
export interface DocumentHead {
  title: string
  lead: string
  /** `isSum`: the values are right-aligned, the last one is the sum of the others. */
  sections: readonly { heading?: string; note?: string; pairs?: Pairs; isSum?: boolean }[]
}

/** Returns the head of a settlement's document: its sums and its transfer. Throws as `readSettlement`. */
export async function settlementHead(
  ctx: ConnectionContext,
  id: string,
  { t, locale }: FileTexts,
): Promise<DocumentHead> {
  const settlement = await readSettlement(ctx, id)
  const { timezone } = ctx.account
  const local = fileTime(timezone)
  const { currency, bank_account: bank, reference, paid_at: paidAt } = settlement
  const listed = settlement.adjustments?.length ?? 0
  const facts = [
    [
      t('settlement-detail.summary.period'),
      `${local(settlement.period_start)} – ${local(settlement.period_end)} (${timezone})`,
    ],
    [t('settlement-detail.summary.made'), local(settlement.created_at)],
    [t('settlement-detail.summary.paid'), paidAt && local(paidAt)],
    [t('settlement-detail.summary.bank'), bank && `${bank.bank_name ?? ''} ••${bank.account_last4}`.trim()],
    [t('settlement-detail.summary.reference'), reference],
  ] as const
  const sums = netTerms(settlement).map(
    ({ key, amount }) =>
      [t(`settlement-detail.summary.${key}`), moneyText(amount, currency, locale)] as const,
  )
  const heading = [
    t('export-files.payments', { count: settlement.payment_count }),
    ...(listed > 0 ? [t('export-files.adjustments', { count: listed })] : []),
  ]
  return {
    title: `${t('settlement-states.one')} · ${t(`settlement-states.${settlement.status}`)}`,
    lead: settlement.id,
    sections: [
      { pairs: facts.flatMap(([name, value]) => (value ? [[name, value]] : [])) },
      {
        pairs: [
          ...sums,
          [t('settlement-detail.summary.net'), moneyText(settlement.net_amount, currency, locale)],
        ],
        isSum: true,
      },
      { heading: heading.join(', ') },
    ],
  }
}

/** Returns the head of a statement's document: opening, sums, closing and its parts. Throws Refusal `resource_not_found`. */
export async function statementHead(
  ctx: ConnectionContext,
  month: string,
  texts: FileTexts,
): Promise<DocumentHead> {
  const { t, locale } = texts
  const { statement } = await readStatements(ctx, month)
  if (!statement) throw new Refusal('resource_not_found')
  const { currency } = statement
  const { sums, parts, unsettled } = sumsOf(statement, t)
  const pairsOf = (lines: readonly SumLine[]) =>
    lines.map(({ name, note, amount, sign }) => {
      const signed = sign === '−' && amount !== 0 ? -amount : amount
      return [note ? `${name} (${note})` : name, moneyText(signed, currency, locale)] as const
    })
  const note = unsettled && `${unsettled} (${moneyText(statement.unsettled.gross, currency, locale)}).`
  return {
    title: t('statements.region', { month: monthName(month, dateLocaleOf(texts)) }),
    lead: t('statements.lead'),
    sections: [
      { pairs: pairsOf(sums), isSum: true },
      {
        heading: t('statements.check.consists'),
        pairs: pairsOf([...parts, ...sums.slice(-1)]),
        isSum: true,
        ...(note && { note }),
      },
      { heading: t('statements.movements') },
    ],
  }
}
