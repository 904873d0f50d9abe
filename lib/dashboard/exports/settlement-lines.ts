import type { Payment } from '@/lib/contract/payment'
import {
  type AdjustmentType,
  type Settlement,
  type SettlementAdjustment,
  settlementSchema,
} from '@/lib/contract/settlement'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { remainderOf } from '@/lib/dashboard/mirror/mirror-amount'
import { paymentColumns, paymentRows } from '@/lib/dashboard/payments/export-payments'
import { exportedPayment } from '@/lib/dashboard/payments/shown-payment'
import type { FileColumn } from '@/lib/dashboard/reads/file-rows'
import { Refusal } from '@/lib/dashboard/refusal'
import type { Translate } from '@/lib/messages/translator'

/**
 * A line of a settlement's file. Amounts are in major units, signed as they change the net. Gross and fee are those of
 * payments, so that each of the three columns adds up to a figure of the settlement.
 */
export interface SettlementLine {
  /** `rest`: the difference between the other lines and the settlement. */
  type: 'payment' | AdjustmentType | 'rest'
  settlementId: string
  paymentId?: string
  /** Id of the refund or the dispute. */
  adjustmentId?: string
  at?: string
  gross?: number
  fee?: number | undefined
  net: number
  currency: string
  /** Payment of the line, if the mirror has it. */
  payment?: Payment | undefined
}

/** Returns a mirrored settlement. Throws Refusal `resource_not_found`. */
export async function readSettlement({ prisma, connectionId }: ConnectionContext, id: string) {
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
  const adjustments = settlement.adjustments ?? []
  const shared = { settlementId: id, currency }
  let rest = remainderOf(net_amount, [-(debt_amount ?? 0)], currency)
  for await (const chunk of paymentRows(ctx, { settlement: id })) {
    const lines = chunk.map((payment): SettlementLine => {
      const { id: paymentId, amount: gross, fee_amount: fee, created_at: at } = payment
      const net = remainderOf(gross, [fee ?? 0], payment.currency)
      const money = { gross, fee: fee ? -fee : undefined, net, currency: payment.currency }
      return { ...shared, ...money, type: 'payment', paymentId, at, payment }
    })
    const own = lines.filter((line) => line.currency === currency)
    rest = remainderOf(
      rest,
      own.map(({ net }) => net),
      currency,
    )
    yield lines
  }
  if (adjustments.length > 0) yield await adjustmentLines(ctx, { ...settlement, adjustments })
  rest = remainderOf(
    rest,
    adjustments.map(({ amount }) => amount),
    currency,
  )
  if (rest !== 0) yield [{ ...shared, type: 'rest', net: rest }]
}

async function adjustmentLines(
  ctx: ConnectionContext,
  { id: settlementId, currency, adjustments }: Settlement & { adjustments: SettlementAdjustment[] },
): Promise<SettlementLine[]> {
  const rows = await ctx.prisma.mirrorPayment.findMany({
    where: { connectionId: ctx.connectionId, id: { in: adjustments.map(({ payment_id }) => payment_id) } },
    select: { id: true, snapshot: true },
  })
  const known = new Map(rows.map((row) => [row.id, exportedPayment(ctx, row)]))
  return adjustments.map(({ type, id: adjustmentId, payment_id: paymentId, amount: net, created_at: at }) => {
    return { type, settlementId, currency, adjustmentId, paymentId, net, at, payment: known.get(paymentId) }
  })
}

/** Columns of a file of payments that a settlement's file has in another form, or in which all rows are equal. */
const replaced = [
  ...(['id', 'createdUtc', 'status', 'amount', 'fee'] as const),
  ...(['currency', 'decline', 'settlement', 'refunded'] as const),
]

/** Returns the columns that the CSV and the document of a settlement have in common. */
function sharedColumns(t: Translate) {
  const type: FileColumn<SettlementLine> = [
    t('export-files.columns.type'),
    ({ type }) => t(`settlement-detail.adjustments.type.${type}`),
  ]
  const money = (['gross', 'fee', 'net'] as const).map((key): FileColumn<SettlementLine> => {
    const cell = ({ [key]: amount, currency }: SettlementLine) =>
      amount === undefined ? '' : { amount, currency }
    return [t(`export-files.columns.${key}`), cell]
  })
  return { type, money }
}

export function settlementColumns(timeZone: string, t: Translate): readonly FileColumn<SettlementLine>[] {
  const { type, money } = sharedColumns(t)
  const created = t('payment-exports.created', { zone: timeZone })
  const others = new Set([created, ...replaced.map((key) => t(`payment-exports.${key}`))])
  return [
    type,
    [t('payment-exports.id'), ({ paymentId }) => paymentId ?? ''],
    [t('export-files.columns.adjustment'), ({ adjustmentId }) => adjustmentId ?? ''],
    [created, ({ at }) => (at ? { local: at } : '')],
    [t('payment-exports.createdUtc'), ({ at }) => (at ? { utc: at } : '')],
    ...money,
    [t('payment-exports.currency'), ({ currency }) => currency],
    ...paymentColumns(timeZone, t)
      .filter(([name]) => !others.has(name))
      .map(
        ([name, cell]): FileColumn<SettlementLine> => [name, ({ payment }) => (payment ? cell(payment) : '')],
      ),
    [t('payment-exports.settlement'), ({ settlementId }) => settlementId],
  ]
}

export function settlementDocumentColumns(t: Translate): readonly FileColumn<SettlementLine>[] {
  const { type, money } = sharedColumns(t)
  return [
    type,
    [t('export-files.columns.payer'), ({ payment }) => payment?.payer.name || (payment?.payer.email ?? '')],
    [t('export-files.columns.created'), ({ at }) => (at ? { local: at } : '')],
    [t('export-files.columns.id'), ({ paymentId, adjustmentId }) => adjustmentId ?? paymentId ?? ''],
    ...money,
  ]
}
