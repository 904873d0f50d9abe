import Papa from 'papaparse'
import { isCurrency } from '@/lib/contract/currencies'
import { dateFormat } from '@/lib/contract/formatters'
import { newId } from '@/lib/contract/ids'
import { toDecimalString, toMinor } from '@/lib/contract/money'
import type { Payment } from '@/lib/contract/payment'
import { claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { afterCursor, newestFirst } from '@/lib/dashboard/reads/keyset'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { periodBounds } from '@/lib/dashboard/schema/period'
import { payments as words } from '@/lib/messages/payments'
import type { Prisma } from '@/lib/platform/prisma/client'
import { paymentConditions } from './payment-conditions'
import { shownPayment } from './shown-payment'

/** Rows of one read: enough to be quick, few enough that a slow reader holds little memory. */
const CHUNK_ROWS = 500
/** A spreadsheet takes what begins like this for a formula, or cuts it. */
const FORMULA = /^[=+\-@\t\r\n]/
const BYTE_ORDER_MARK = '\uFEFF'
const NEWLINE = '\r\n'

/**
 * Every payment of a filtered list as CSV, newest first, chunk by chunk. Dates are told in the account's time zone
 * and in UTC, amounts as exact decimals; no cell is ever a formula. The audit tells who took what, and how many rows.
 */
export async function* exportPayments(ctx: ConnectionContext, query: PaymentFilter): AsyncGenerator<string> {
  const auditId = newId('aud', ctx.now())
  await claimAudit(ctx, {
    id: auditId,
    action: 'payments.export',
    details: { filters: auditedFilters(ctx, query) },
  })
  const columns = columnsOf(ctx.account.timezone)
  let rows = 0
  try {
    yield BYTE_ORDER_MARK + csv([columns.map(([name]) => name)])
    for await (const chunk of chunks(ctx, query)) {
      rows += chunk.length
      yield csv(chunk.map((payment) => columns.map(([, cell]) => cell(payment))))
    }
    await finishAudit(ctx, auditId, 'done', { details: { rows } })
  } finally {
    // Whoever goes away in the middle took what was sent until then; after `done` this changes nothing.
    await ctx.db.query({
      text: `UPDATE dashboard.audit_entry SET outcome = 'failed', details = details || $3, finished_at = $4
        WHERE team_id = $1 AND id = $2 AND outcome = 'intent'`,
      values: [ctx.teamId, auditId, JSON.stringify({ rows }), ctx.now()],
    })
  }
}

async function* chunks(ctx: ConnectionContext, query: PaymentFilter): AsyncGenerator<Payment[]> {
  const { listed } = await paymentConditions(ctx, query)
  let after: Prisma.MirrorPaymentWhereInput[] = []
  for (;;) {
    const rows = await ctx.prisma.mirrorPayment.findMany({
      where: { AND: [...listed, ...after] },
      orderBy: newestFirst,
      take: CHUNK_ROWS,
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(shownPayment)
    if (rows.length < CHUNK_ROWS) return
    after = [afterCursor({ resource: 'payment', createdAt: last.createdAt, id: last.id })]
  }
}

type Column = readonly [name: string, cell: (payment: Payment) => string]

function columnsOf(timeZone: string): readonly Column[] {
  const local = localTime(timeZone)
  const names = words.exported
  return [
    [names.id, ({ id }) => id],
    [names.created(timeZone), ({ created_at }) => local(created_at)],
    [names.createdUtc, ({ created_at }) => created_at],
    [names.status, ({ status }) => words.status[status]],
    [names.amount, ({ amount, currency }) => decimal(amount, currency)],
    [names.fee, ({ fee_amount, currency }) => (fee_amount ? decimal(fee_amount, currency) : '')],
    [names.currency, ({ currency }) => currency],
    [names.what, ({ payment_link, description }) => payment_link?.title ?? description ?? ''],
    [names.payer, ({ payer }) => payer.name],
    [names.email, ({ payer }) => payer.email],
    [names.brand, ({ card }) => card?.brand ?? ''],
    [names.last4, ({ card }) => card?.last4 ?? ''],
    [names.decline, ({ decline }) => decline?.code ?? ''],
    [names.authorization, ({ authorization_code }) => authorization_code ?? ''],
    [names.processor, ({ processor_reference }) => processor_reference ?? ''],
    [names.customer, ({ customer_id }) => customer_id ?? ''],
    [names.link, ({ payment_link }) => payment_link?.id ?? ''],
    [names.settlement, ({ settlement_id }) => settlement_id ?? ''],
  ]
}

function csv(rows: string[][]): string {
  return Papa.unparse(rows, { escapeFormulae: FORMULA, newline: NEWLINE, header: false }) + NEWLINE
}

/** With all of the currency's decimals and a point, as a spreadsheet and a program read it. */
function decimal(major: number, currency: string): string {
  if (!isCurrency(currency)) return String(major)
  const minor = toMinor(major, currency)
  return minor.ok ? toDecimalString(minor.minor, currency) : String(major)
}

/** `2026-11-20 20:43:05` of the zone: sortable, and a date to every spreadsheet. */
function localTime(timeZone: string): (iso: string) => string {
  const format = dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (iso) => format.format(new Date(iso))
}

/** Returns the filters as audit entries have always named them; days as instants, since "today" says nothing later. */
function auditedFilters({ account, now }: ConnectionContext, filter: PaymentFilter) {
  const { cursor: _, period: __, from: ___, to: ____, link, customer, min, max, ...rest } = filter
  const { after, before } = periodBounds(filter, account.timezone, now().getTime())
  const named = {
    link_id: link,
    customer_id: customer,
    amount_min: min,
    amount_max: max,
    created_after: after,
    created_before: before,
  }
  return { ...rest, ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) }
}
