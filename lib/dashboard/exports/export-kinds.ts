import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { auditedPaymentFilters } from '@/lib/dashboard/payments/export-payments'
import { paymentConditions } from '@/lib/dashboard/payments/payment-conditions'
import { type ExportKindName, PDF_ROWS_MAX, XLSX_ROWS_MAX } from '@/lib/dashboard/schema/export'
import { type PaymentFilter, paymentFilterSchema } from '@/lib/dashboard/schema/payment'
import { monthField } from '@/lib/dashboard/schema/settlement'
import type { Permission } from '@/lib/dashboard/team/role-permissions'
import { dayIn } from '@/lib/domain/calendar-days'
import { isStorable } from '@/lib/domain/text'
import { payments } from '@/lib/messages/payments'
import { readSettlementDocument } from './settlement-document'
import { countMovements } from './statement-document'

interface Typed<Schema extends z.ZodType> {
  permission: Permission
  format: 'xlsx' | 'pdf'
  rowsMax: number
  input: Schema
  audit: {
    action: string
    objectId?(input: z.output<Schema>): string
    details?(ctx: ConnectionContext, input: z.output<Schema>): Readonly<Record<string, unknown>>
  }
  /** Returns the file's name without its extension. */
  name(ctx: ConnectionContext, input: z.output<Schema>): string
  /** Counts the current rows, at most `rowsMax` + 1. Throws Refusal `resource_not_found`. */
  count(ctx: ConnectionContext, input: z.output<Schema>): Promise<number>
}

/** The same for an input that is not parsed yet. */
export type ExportKind = Typed<z.ZodUnknown>

function kind<Schema extends z.ZodType>(typed: Typed<Schema>): ExportKind {
  const { input, audit, ...rest } = typed
  const { objectId, details } = audit
  return {
    ...rest,
    input: z.unknown(),
    audit: {
      action: audit.action,
      ...(objectId ? { objectId: (given) => objectId(input.parse(given)) } : {}),
      ...(details ? { details: (ctx, given) => details(ctx, input.parse(given)) } : {}),
    },
    name: (ctx, given) => typed.name(ctx, input.parse(given)),
    count: (ctx, given) => typed.count(ctx, input.parse(given)),
  }
}

/** Returns the filters for a file's name; the search text is not part of it. */
function filterNames({ status, period, from, to, unsettled, unpaid }: PaymentFilter): string[] {
  return [
    status && payments.status[status].toLowerCase().replaceAll(' ', '-'),
    unsettled && 'unsettled',
    unpaid && 'unpaid',
    period === 'custom' ? undefined : period,
    from && `from-${from}`,
    to && `to-${to}`,
  ].filter((name) => name !== undefined)
}

/** Input of each kind of file. */
export const exportInputs = {
  payments: paymentFilterSchema.omit({ cursor: true }),
  settlement: z.object({ settlement_id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable) }),
  statement: z.object({ month: monthField.unwrap() }),
}

/** Every kind of file that the worker creates (`write-export.ts`): its permission, limit, rows and format. */
export const exportKinds: Readonly<Record<ExportKindName, ExportKind>> = {
  payments: kind({
    permission: 'payments.export',
    format: 'xlsx',
    rowsMax: XLSX_ROWS_MAX,
    input: exportInputs.payments,
    audit: {
      action: 'payments.export',
      details: (ctx, filter) => ({ filters: auditedPaymentFilters(ctx, filter) }),
    },
    name: ({ account, now }, filter) =>
      ['payments', ...filterNames(filter), dayIn(now().getTime(), account.timezone)].join('-'),
    async count(ctx, filter) {
      const { listed } = await paymentConditions(ctx, filter)
      return ctx.prisma.mirrorPayment.count({ where: { AND: listed }, take: XLSX_ROWS_MAX + 1 })
    },
  }),
  settlement: kind({
    permission: 'settlements.export',
    format: 'pdf',
    rowsMax: PDF_ROWS_MAX,
    input: exportInputs.settlement,
    audit: { action: 'settlements.export', objectId: ({ settlement_id }) => settlement_id },
    name: (_, { settlement_id }) => `settlement-${settlement_id}`,
    count: async (ctx, { settlement_id: id }) =>
      (await readSettlementDocument(ctx, id, { take: PDF_ROWS_MAX + 1 })).payments.length,
  }),
  statement: kind({
    permission: 'settlements.export',
    format: 'pdf',
    rowsMax: PDF_ROWS_MAX,
    input: exportInputs.statement,
    audit: { action: 'statements.export', details: (_, { month }) => ({ filters: { month } }) },
    name: (_, { month }) => `statement-${month}`,
    count: (ctx, { month }) => countMovements(ctx, month),
  }),
}
