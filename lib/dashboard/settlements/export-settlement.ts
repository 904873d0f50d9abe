import type { Payment } from '@/lib/contract/payment'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { exportedPayment } from '@/lib/dashboard/payments/shown-payment'
import { CHUNK_ROWS, type CsvColumn, csvAmount, csvExport, csvTime } from '@/lib/dashboard/reads/csv-export'
import { afterCursor, newestFirst } from '@/lib/dashboard/reads/keyset'
import { readObject } from '@/lib/dashboard/reads/read-object'
import { payments as copy } from '@/lib/messages/payments'
import type { Prisma } from '@/lib/platform/prisma/client'

/**
 * Returns the mirrored payments of a settlement as CSV, newest first, as one snapshot, chunk by chunk; audited like every
 * export. Throws as `readObject` does.
 */
export async function exportSettlement(ctx: ConnectionContext, id: string): Promise<AsyncGenerator<string>> {
  const { connectionId, prisma } = ctx
  await readObject(ctx, { noun: 'settlements', id, from: 'mirror' }, () =>
    prisma.mirrorSettlement.findUnique({
      where: { connectionId_id: { connectionId, id } },
      select: { id: true },
    }),
  )
  return csvExport(ctx, {
    action: 'settlements.export',
    filters: { settlement_id: id },
    columns: columnsOf(ctx.account.timezone),
    chunks: ctx.snapshot((moment) => chunks(moment, id)),
  })
}

async function* chunks(ctx: ConnectionContext, id: string): AsyncGenerator<Payment[]> {
  const { connectionId, prisma } = ctx
  let after: Prisma.MirrorPaymentWhereInput[] = []
  for (;;) {
    const rows = await prisma.mirrorPayment.findMany({
      where: { AND: [{ connectionId, settlementId: id }, ...after] },
      orderBy: newestFirst,
      take: CHUNK_ROWS,
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => exportedPayment(ctx, row))
    if (rows.length < CHUNK_ROWS) return
    after = [afterCursor({ resource: 'payment', createdAt: last.createdAt, id: last.id })]
  }
}

function columnsOf(timeZone: string): readonly CsvColumn<Payment>[] {
  const local = csvTime(timeZone)
  const names = copy.exported
  return [
    [names.settlement, ({ settlement_id }) => settlement_id ?? ''],
    [names.id, ({ id }) => id],
    [names.created(timeZone), ({ created_at }) => local(created_at)],
    [names.createdUtc, ({ created_at }) => created_at],
    [names.amount, ({ amount, currency }) => csvAmount(amount, currency)],
    [
      names.fee,
      ({ fee_amount, currency }) => (typeof fee_amount === 'number' ? csvAmount(fee_amount, currency) : ''),
    ],
    [names.currency, ({ currency }) => currency],
    [names.what, ({ payment_link, description }) => payment_link?.title ?? description ?? ''],
    [names.payer, ({ payer }) => payer.name],
    [names.email, ({ payer }) => payer.email],
    [names.authorization, ({ authorization_code }) => authorization_code ?? ''],
    [names.processor, ({ processor_reference }) => processor_reference ?? ''],
    [names.customer, ({ customer_id }) => customer_id ?? ''],
  ]
}
