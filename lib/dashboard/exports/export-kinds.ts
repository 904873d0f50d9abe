import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import type { ConnectionContext } from '@/lib/dashboard/context'
import {
  auditedPaymentFilters,
  paymentChunks,
  paymentColumns,
} from '@/lib/dashboard/payments/export-payments'
import { paymentConditions } from '@/lib/dashboard/payments/payment-conditions'
import { type ExportKindName, PDF_ROWS_MAX, XLSX_ROWS_MAX } from '@/lib/dashboard/schema/export'
import { type PaymentFilter, paymentFilterSchema } from '@/lib/dashboard/schema/payment'
import { monthField } from '@/lib/dashboard/schema/settlement'
import type { Permission } from '@/lib/dashboard/team/role-permissions'
import { dayIn } from '@/lib/domain/calendar-days'
import { isStorable } from '@/lib/domain/text'
import { payments } from '@/lib/messages/payments'
import { pdfFile } from './pdf-file'
import { readSettlementDocument, settlementDocument } from './settlement-document'
import { countMovements, readStatementDocument, statementDocument } from './statement-document'
import { xlsxFile } from './xlsx-file'

/** Progress of a file. Each call extends the job's lease; it throws once the worker has lost the job. */
export interface ExportProgress {
  /** Reports the snapshot's instant and its number of rows. */
  begin(at: Date, rowsTotal: number): Promise<void>
  add(rows: number): Promise<void>
}

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
  /** Creates the file in the worker; `ctx.now()` is the instant at which the job was started. */
  write(ctx: ConnectionContext, input: z.output<Schema>, progress: ExportProgress): Promise<Uint8Array>
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
    write: (ctx, given, progress) => typed.write(ctx, input.parse(given), progress),
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

const objectIdField = z.string().min(1).max(ID_TEXT_MAX).refine(isStorable)

/** Every kind of file that the worker creates: its permission, limit, rows and format. */
export const exportKinds: Readonly<Record<ExportKindName, ExportKind>> = {
  payments: kind({
    permission: 'payments.export',
    format: 'xlsx',
    rowsMax: XLSX_ROWS_MAX,
    input: paymentFilterSchema.omit({ cursor: true }),
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
    write: (ctx, filter, progress) => {
      const { timezone } = ctx.account
      const chunks = ctx.snapshot(async function* (moment, at) {
        await progress.begin(at, await exportKinds.payments.count(moment, filter))
        for await (const chunk of paymentChunks(moment, filter)) {
          yield chunk
          await progress.add(chunk.length)
        }
      })
      return xlsxFile({
        sheet: payments.title,
        columns: paymentColumns(timezone),
        timeZone: timezone,
        chunks,
      })
    },
  }),
  settlement: kind({
    permission: 'settlements.export',
    format: 'pdf',
    rowsMax: PDF_ROWS_MAX,
    input: z.object({ settlement_id: objectIdField }),
    audit: { action: 'settlements.export', objectId: ({ settlement_id }) => settlement_id },
    name: (_, { settlement_id }) => `settlement-${settlement_id}`,
    count: async (ctx, { settlement_id: id }) =>
      (await readSettlementDocument(ctx, id, { take: PDF_ROWS_MAX + 1 })).payments.length,
    async write(ctx, { settlement_id: id }, progress) {
      const read = ctx.snapshot(async function* (moment, at) {
        const data = await readSettlementDocument(moment, id, { take: PDF_ROWS_MAX + 1 })
        await progress.begin(at, data.payments.length)
        yield { ...data, at }
      })
      for await (const data of read) {
        const file = await pdfFile(settlementDocument(ctx.account, data))
        await progress.add(data.payments.length)
        return file
      }
      throw new Error('a snapshot yields once')
    },
  }),
  statement: kind({
    permission: 'settlements.export',
    format: 'pdf',
    rowsMax: PDF_ROWS_MAX,
    input: z.object({ month: monthField.unwrap() }),
    audit: { action: 'statements.export', details: (_, { month }) => ({ filters: { month } }) },
    name: (_, { month }) => `statement-${month}`,
    count: (ctx, { month }) => countMovements(ctx, month),
    async write(ctx, { month }, progress) {
      const read = ctx.snapshot(async function* (moment, at) {
        await progress.begin(at, await countMovements(moment, month))
        yield { statement: await readStatementDocument(moment, month), at }
      })
      for await (const data of read) {
        const file = await pdfFile(statementDocument(ctx.account, data))
        await progress.add(data.statement.lines?.length ?? 0)
        return file
      }
      throw new Error('a snapshot yields once')
    },
  }),
}
