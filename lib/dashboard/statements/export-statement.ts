import type { ConnectionContext } from '@/lib/dashboard/context'
import { type CsvColumn, csvExport, csvMinor, csvTime } from '@/lib/dashboard/reads/csv-export'
import { Refusal } from '@/lib/dashboard/refusal'
import { statements as copy } from '@/lib/messages/statements'
import { type MonthSums, monthSums } from './month-sums'
import { type Movement, movements } from './movements'

type Line = Pick<Movement, 'balance'> & Partial<Movement> & { label: string }

/**
 * Returns the statement of a month as CSV, as one snapshot: opening, every movement, closing; audited. Throws Refusal
 * `resource_not_found` for a month without a statement.
 */
export async function exportStatement(
  ctx: ConnectionContext,
  month: string,
): Promise<AsyncGenerator<string>> {
  await sumsOf(ctx, month)
  return csvExport(ctx, {
    action: 'statements.export',
    filters: { month },
    columns: columnsOf(ctx.account),
    chunks: ctx.snapshot((moment, at) => lines(moment, month, at)),
  })
}

async function sumsOf(ctx: ConnectionContext, month: string): Promise<MonthSums> {
  const sums = (await monthSums(ctx)).find((candidate) => candidate.month === month)
  if (!sums) throw new Refusal('resource_not_found')
  return sums
}

async function* lines(ctx: ConnectionContext, month: string, at: Date): AsyncGenerator<Line[]> {
  const sums = await sumsOf(ctx, month)
  yield [{ label: copy.opening, at: sums.start, balance: sums.opening }]
  for await (const chunk of movements(ctx, sums)) {
    yield chunk.map((movement) => ({ ...movement, label: copy.kinds[movement.kind] }))
  }
  const closed = sums.end <= ctx.now()
  yield [
    {
      label: closed ? copy.closing : copy.closingSoFar,
      at: closed ? sums.end : at,
      balance: sums.closing,
    },
  ]
}

function columnsOf({ timezone, currency }: ConnectionContext['account']): readonly CsvColumn<Line>[] {
  const local = csvTime(timezone)
  const names = copy.exported
  const minor = (amount: bigint | undefined) => (amount === undefined ? '' : csvMinor(amount, currency))
  const ofSettlement = (line: Line, amount: bigint | undefined) =>
    line.kind === 'settlement' ? minor(amount) : ''
  return [
    [names.date(timezone), ({ at, undated }) => (at && !undated ? local(at.toISOString()) : '')],
    [names.dateUtc, ({ at, undated }) => (at && !undated ? at.toISOString() : '')],
    [names.movement, ({ label }) => label],
    [names.settlement, ({ id }) => id ?? ''],
    [names.reference, ({ kind, reference }) => (kind === 'transfer' ? (reference ?? '') : '')],
    [names.payments, (line) => (line.kind === 'settlement' ? String(line.payments ?? '') : '')],
    [names.gross, (line) => ofSettlement(line, line.gross)],
    [names.fees, (line) => ofSettlement(line, line.fees)],
    [names.debt, (line) => ofSettlement(line, line.debt)],
    [names.net, ({ net }) => minor(net)],
    [names.effect, ({ effect }) => minor(effect)],
    [names.balance, ({ balance }) => minor(balance)],
    [names.unexplained, (line) => ofSettlement(line, line.unexplained)],
    [names.currency, () => currency],
    [names.note, ({ undated }) => (undated ? copy.undated : '')],
  ]
}
