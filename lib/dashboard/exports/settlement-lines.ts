import type { Payment } from '@/lib/contract/payment'
import { type AdjustmentType, type Settlement, settlementSchema } from '@/lib/contract/settlement'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount, shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { paymentColumns, paymentRows } from '@/lib/dashboard/payments/export-payments'
import { exportedPayment } from '@/lib/dashboard/payments/shown-payment'
import type { FileCell, FileColumn } from '@/lib/dashboard/reads/file-rows'
import { Refusal } from '@/lib/dashboard/refusal'
import { exports } from '@/lib/messages/exports'
import { payments } from '@/lib/messages/payments'
import { settlements } from '@/lib/messages/settlements'

/**
 * A line of a settlement's file. Amounts are in major units, signed as they change the net. Gross and fee are those of
 * payments, so that each of the three columns adds up to a figure of the settlement.
 */
export interface SettlementLine {
  /** `rest`: the difference between the other lines and the settlement. */
  type: 'payment' | AdjustmentType | 'rest'
  settlement: Settlement
  paymentId: string
  /** Id of the refund or the dispute; empty for other lines. */
  adjustmentId: string
  at: string | null
  gross: number | null
  fee: number | null
  net: number
  currency: string
  /** Payment of the line, if the mirror has it. */
  payment: Payment | null
}

/** Returns a mirrored settlement. Throws Refusal `resource_not_found`. */
export async function readSettlement(
  { prisma, connectionId }: ConnectionContext,
  id: string,
): Promise<Settlement> {
  const row = await prisma.mirrorSettlement.findUnique({ where: { connectionId_id: { connectionId, id } } })
  if (!row) throw new Refusal('resource_not_found')
  return settlementSchema.parse(row.snapshot)
}

/**
 * Yields the payments of a settlement, newest first, the refunds and disputes that it lists, oldest first, and the rest if
 * these are not everything: the net of all lines is the settlement's net before the deduction of an earlier debt. Throws as
 * `readSettlement`.
 */
export async function* settlementLines(ctx: ConnectionContext, id: string): AsyncGenerator<SettlementLine[]> {
  const settlement = await readSettlement(ctx, id)
  const { currency, net_amount, debt_amount } = settlement
  const minor = (major: number) => mirrorAmount(major, currency)
  let rest = minor(net_amount) + minor(debt_amount ?? 0)
  for await (const chunk of lines(ctx, settlement)) {
    for (const line of chunk) if (line.currency === currency) rest -= minor(line.net)
    yield chunk
  }
  if (rest !== 0n) yield [{ ...lineOf(settlement), type: 'rest', net: shownAmount(rest, currency) }]
}

async function* lines(ctx: ConnectionContext, settlement: Settlement): AsyncGenerator<SettlementLine[]> {
  for await (const chunk of paymentRows(ctx, { settlement: settlement.id }))
    yield chunk.map((payment) => paymentLine(settlement, payment))
  const adjustments = settlement.adjustments ?? []
  if (adjustments.length === 0) return
  const rows = await ctx.prisma.mirrorPayment.findMany({
    where: { connectionId: ctx.connectionId, id: { in: adjustments.map(({ payment_id }) => payment_id) } },
    select: { id: true, snapshot: true },
  })
  const known = new Map(rows.map((row) => [row.id, exportedPayment(ctx, row)]))
  yield adjustments.map(({ type, id, payment_id: paymentId, amount: net, created_at: at }) => {
    const payment = known.get(paymentId) ?? null
    return { ...lineOf(settlement), type, adjustmentId: id, paymentId, net, at, payment }
  })
}

function lineOf(settlement: Settlement): Omit<SettlementLine, 'type' | 'net'> {
  const { currency } = settlement
  const none = { at: null, gross: null, fee: null, payment: null }
  return { ...none, settlement, currency, paymentId: '', adjustmentId: '' }
}

function paymentLine(settlement: Settlement, payment: Payment): SettlementLine {
  const { id: paymentId, amount: gross, fee_amount: taken, currency, created_at: at } = payment
  const net = shownAmount(mirrorAmount(gross, currency) - mirrorAmount(taken ?? 0, currency), currency)
  const fee = taken ? -taken : null
  return { ...lineOf(settlement), type: 'payment', paymentId, gross, fee, net, currency, at, payment }
}

const names = payments.exported
/** Columns of a file of payments that a settlement's file has in another form, or in which all rows are equal. */
const replaced: ReadonlySet<string> = new Set([
  names.id,
  names.createdUtc,
  names.status,
  names.amount,
  names.fee,
  names.currency,
  names.decline,
  names.settlement,
  names.refunded,
])

const typeOf = ({ type }: SettlementLine) => settlements.adjustments.type[type]
const amountOf = (amount: number | null, currency: string): FileCell =>
  amount === null ? '' : { amount, currency }

/** Returns the columns of a settlement's CSV. */
export function settlementColumns(timeZone: string): readonly FileColumn<SettlementLine>[] {
  const created = names.created(timeZone)
  const { columns } = exports.settlement
  return [
    [columns.type, typeOf],
    [names.id, ({ paymentId }) => paymentId],
    [columns.adjustment, ({ adjustmentId }) => adjustmentId],
    [created, ({ at }) => (at === null ? '' : { local: at })],
    [names.createdUtc, ({ at }) => (at === null ? '' : { utc: at })],
    [columns.gross, ({ gross, currency }) => amountOf(gross, currency)],
    [columns.fee, ({ fee, currency }) => amountOf(fee, currency)],
    [columns.net, ({ net, currency }) => amountOf(net, currency)],
    [names.currency, ({ currency }) => currency],
    ...paymentColumns(timeZone)
      .filter(([name]) => name !== created && !replaced.has(name))
      .map(
        ([name, cell]): FileColumn<SettlementLine> => [name, ({ payment }) => (payment ? cell(payment) : '')],
      ),
    [names.settlement, ({ settlement }) => settlement.id],
  ]
}

/** Returns the columns of a settlement's document. */
export function settlementDocumentColumns(): readonly FileColumn<SettlementLine>[] {
  const { columns } = exports.settlement
  return [
    [columns.type, typeOf],
    [columns.payer, ({ payment }) => payment?.payer.name || (payment?.payer.email ?? '')],
    [columns.created, ({ at }) => (at === null ? '' : { local: at })],
    [columns.id, ({ paymentId, adjustmentId }) => adjustmentId || paymentId],
    [columns.gross, ({ gross, currency }) => amountOf(gross, currency)],
    [columns.fee, ({ fee, currency }) => amountOf(fee, currency)],
    [columns.net, ({ net, currency }) => amountOf(net, currency)],
  ]
}
