import type { ConnectionContext } from '@/lib/dashboard/context'
import { type FileColumn, minorText } from '@/lib/dashboard/reads/file-rows'
import { Refusal } from '@/lib/dashboard/refusal'
import { statements as copy } from '@/lib/messages/statements'
import { type MonthSums, monthSums } from './month-sums'
import { type Movement, movements } from './movements'

/** Opening, a movement, or closing of a statement. */
export type StatementRow = Pick<Movement, 'balance' | 'at'> & Partial<Movement> & { label: string }

/** Returns the sums of a month. Throws Refusal `resource_not_found` for a month without a statement. */
export async function sumsOfMonth(ctx: ConnectionContext, month: string): Promise<MonthSums> {
  const sums = (await monthSums(ctx)).find((candidate) => candidate.month === month)
  if (!sums) throw new Refusal('resource_not_found')
  return sums
}

/** Yields the statement of a month: opening, every movement, closing. Throws as `sumsOfMonth`. */
export async function* statementRows(
  ctx: ConnectionContext,
  month: string,
  at: Date,
): AsyncGenerator<StatementRow[]> {
  const sums = await sumsOfMonth(ctx, month)
  yield [{ label: copy.opening, at: sums.start, balance: sums.opening }]
  for await (const chunk of movements(ctx, sums)) {
    yield chunk.map((movement) => ({ ...movement, label: copy.kinds[movement.kind] }))
  }
  const closed = sums.end <= ctx.now()
  const label = closed ? copy.closing : copy.closingSoFar
  yield [{ label, at: closed ? sums.end : at, balance: sums.closing }]
}

/** Returns the columns of a file of a statement. */
export function statementColumns({
  timezone,
  currency,
}: ConnectionContext['account']): readonly FileColumn<StatementRow>[] {
  const names = copy.exported
  const minor = (amount: bigint | undefined) => (amount === undefined ? '' : minorText(amount, currency))
  const ofSettlement = (row: StatementRow, amount: bigint | undefined) =>
    row.kind === 'settlement' ? minor(amount) : ''
  return [
    [names.date(timezone), ({ at, undated }) => (undated ? '' : { local: at.toISOString() })],
    [names.dateUtc, ({ at, undated }) => (undated ? '' : { utc: at.toISOString() })],
    [names.movement, ({ label }) => label],
    [names.settlement, ({ id }) => id ?? ''],
    [names.reference, ({ kind, reference }) => (kind === 'transfer' ? (reference ?? '') : '')],
    [names.payments, (row) => (row.kind === 'settlement' ? String(row.payments ?? '') : '')],
    [names.gross, (row) => ofSettlement(row, row.gross)],
    [names.fees, (row) => ofSettlement(row, row.fees)],
    [names.debt, (row) => ofSettlement(row, row.debt)],
    [names.net, ({ net }) => minor(net)],
    [names.effect, ({ effect }) => minor(effect)],
    [names.balance, ({ balance }) => minor(balance)],
    [names.unexplained, (row) => ofSettlement(row, row.unexplained)],
    [names.currency, () => currency],
    [names.note, ({ undated }) => (undated ? copy.undated : '')],
  ]
}
