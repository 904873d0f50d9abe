import { z } from 'zod'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import type { Payment } from '@/lib/contract/payment'
import { auditColumns, auditPeople, auditRows } from '@/lib/dashboard/audit/list-audit'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { customerColumns, customerRows } from '@/lib/dashboard/customers/export-customers'
import {
  auditedPaymentFilters,
  countPaymentRows,
  paymentColumns,
  paymentRows,
} from '@/lib/dashboard/payments/export-payments'
import { auditedFilters, CELL_MAX, type FileCell, type FileColumn } from '@/lib/dashboard/reads/file-rows'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { auditFilterSchema } from '@/lib/dashboard/schema/audit'
import { customerFilterSchema } from '@/lib/dashboard/schema/customer'
import { type ExportKindName, PDF_ROWS_MAX, XLSX_ROWS_MAX } from '@/lib/dashboard/schema/export'
import type { QuerySource } from '@/lib/dashboard/schema/list'
import { type PaymentFilter, paymentFilterSchema } from '@/lib/dashboard/schema/payment'
import type { MemberRole, Permission } from '@/lib/dashboard/schema/role-permissions'
import { monthField } from '@/lib/dashboard/schema/settlement'
import {
  type StatementRow,
  statementColumns,
  statementRows,
  sumsOfMonth,
} from '@/lib/dashboard/statements/month-sums'
import { dayIn } from '@/lib/domain/calendar-days'
import { isStorable, shorten } from '@/lib/domain/text'
import { payments } from '@/lib/messages/payments'
import {
  type DocumentHead,
  readSettlement,
  settlementDocumentColumns,
  settlementHead,
  statementDocumentColumns,
  statementHead,
} from './document-heads'

/** Reader of a file: a member, or the worker with the current role of the member who started it. */
export interface FileReader {
  ctx: ConnectionContext
  dashboard: Pick<Dashboard, 'database'>
  role: MemberRole
}

interface Kind<Schema extends z.ZodType, Row> {
  permission: Permission
  action: string
  /** Parameters of the CSV's address and of a request for the worker. */
  input: Schema
  /** Returns the file's name without its extension. */
  name(ctx: ConnectionContext, input: z.output<Schema>): string
  objectId?(input: z.output<Schema>): string
  auditedFilters(ctx: ConnectionContext, input: z.output<Schema>): Readonly<Record<string, unknown>>
  columns(account: ConnectionContext['account']): readonly FileColumn<Row>[]
  /** Yields the rows of a snapshot of the instant `at`. Throws Refusal `resource_not_found`. */
  rows(reader: FileReader, input: z.output<Schema>, at: Date): AsyncIterable<readonly Row[]>
  /** The file that the worker draws of the same rows; null if there is only CSV. */
  drawn: Drawn<z.output<Schema>, Row> | null
}

interface Drawn<Input, Row> {
  format: keyof typeof CELL_MAX
  rowsMax: number
  /** True if the file has contacts of payers, as far as the role of its maker reads them. */
  hasContacts: boolean
  /** Counts the rows, at most `rowsMax` + 1. */
  count(ctx: ConnectionContext, input: Input): Promise<number>
  /** Columns other than those of the CSV, and the head above them in a PDF. */
  columns?(account: ConnectionContext['account']): readonly FileColumn<Row>[]
  head?(ctx: ConnectionContext, input: Input): Promise<DocumentHead>
}

/** Returns a kind whose input and rows are private to the files that it plans. */
function kind<Schema extends z.ZodType, Row>({ input: schema, rows, drawn, ...kind }: Kind<Schema, Row>) {
  /** Returns the file of an input. Throws Refusal `invalid_parameters`. */
  function plan(ctx: ConnectionContext, given: QuerySource) {
    const input = readQuery(schema, given)
    const table = (columns: readonly FileColumn<Row>[], cellMax = Number.POSITIVE_INFINITY) => ({
      headings: columns.map(([heading]) => heading),
      async *chunks(reader: FileReader, at: Date): AsyncGenerator<FileCell[][]> {
        for await (const chunk of rows(reader, input, at))
          yield chunk.map((row) => columns.map(([, cell]) => cutCell(cell(row), cellMax)))
      },
    })
    return {
      name: kind.name(ctx, input).replace(/[^\w.-]+/g, '_'),
      action: kind.action,
      objectId: kind.objectId?.(input),
      filters: kind.auditedFilters(ctx, input),
      csv: () => table(kind.columns(ctx.account)),
      drawn: drawn && {
        format: drawn.format,
        rowsMax: drawn.rowsMax,
        ...table((drawn.columns ?? kind.columns)(ctx.account), CELL_MAX[drawn.format]),
        count: (moment: ConnectionContext) => drawn.count(moment, input),
        head: async (moment: ConnectionContext) => (await drawn.head?.(moment, input)) ?? null,
      },
    }
  }
  return { permission: kind.permission, isDrawn: drawn !== null, hasContacts: drawn?.hasContacts, plan }
}

/** A file of one kind and input, with its rows in every format. */
export type PlannedFile = ReturnType<ReturnType<typeof kind>['plan']>

function cutCell(cell: FileCell, max: number): FileCell {
  return typeof cell === 'string' && cell.length > max ? shorten(cell, max) : cell
}

function dayOf({ account, now }: ConnectionContext): string {
  return dayIn(now().getTime(), account.timezone)
}

/** Returns the filters for a file's name; the search text is not part of it. */
function filterNames({ status, period, from, to, unsettled, unpaid }: PaymentFilter): string[] {
  return [
    status && payments.status[status].toLowerCase(),
    unsettled && 'unsettled',
    unpaid && 'unpaid',
    period === 'custom' ? undefined : period,
    from && `from-${from}`,
    to && `to-${to}`,
  ].filter((name) => name !== undefined)
}

/** Every kind of file. A PDF has a head, a spreadsheet the columns of the CSV. */
export const exportKinds = {
  payments: kind({
    permission: 'payments.export',
    action: 'payments.export',
    input: paymentFilterSchema.omit({ cursor: true }),
    name: (ctx, filter) => ['payments', ...filterNames(filter), dayOf(ctx)].join('-'),
    auditedFilters: auditedPaymentFilters,
    columns: ({ timezone }) => paymentColumns(timezone),
    rows: ({ ctx }, filter) => paymentRows(ctx, filter),
    drawn: {
      format: 'xlsx',
      rowsMax: XLSX_ROWS_MAX,
      hasContacts: true,
      count: (ctx, filter) => countPaymentRows(ctx, filter, XLSX_ROWS_MAX + 1),
    },
  }),
  customers: kind({
    permission: 'customers.export',
    action: 'customers.export',
    input: customerFilterSchema,
    name: (ctx) => `customers-${dayOf(ctx)}`,
    auditedFilters,
    columns: customerColumns,
    rows: ({ ctx, role }, filter) => customerRows(ctx, filter, role),
    drawn: null,
  }),
  audit: kind({
    permission: 'audit.read',
    action: 'audit.export',
    input: auditFilterSchema,
    name: (ctx) => `audit-${dayOf(ctx)}`,
    auditedFilters,
    columns: ({ timezone }) => auditColumns(timezone),
    async *rows({ ctx, dashboard }, filter) {
      yield* auditRows(ctx, filter, await auditPeople(dashboard, ctx.teamId))
    },
    drawn: null,
  }),
  settlement: kind({
    permission: 'settlements.export',
    action: 'settlements.export',
    input: z.object({ settlement_id: z.string().min(1).max(ID_TEXT_MAX).refine(isStorable) }),
    name: (_, { settlement_id }) => `settlement-${settlement_id}`,
    objectId: ({ settlement_id }) => settlement_id,
    auditedFilters: (_, input) => input,
    columns: ({ timezone }) => paymentColumns(timezone),
    async *rows({ ctx }, { settlement_id: settlement }): AsyncGenerator<Payment[]> {
      await readSettlement(ctx, settlement)
      yield* paymentRows(ctx, { settlement })
    },
    drawn: {
      format: 'pdf',
      rowsMax: PDF_ROWS_MAX,
      hasContacts: true,
      count: (ctx, { settlement_id: settlement }) => countPaymentRows(ctx, { settlement }, PDF_ROWS_MAX + 1),
      columns: settlementDocumentColumns,
      head: (ctx, { settlement_id }) => settlementHead(ctx, settlement_id),
    },
  }),
  statement: kind({
    permission: 'settlements.export',
    action: 'statements.export',
    input: z.object({ month: monthField.unwrap() }),
    name: (_, { month }) => `statement-${month}`,
    auditedFilters: (_, input) => input,
    columns: statementColumns,
    rows: ({ ctx }, { month }, at): AsyncGenerator<StatementRow[]> => statementRows(ctx, month, at),
    drawn: {
      format: 'pdf',
      // The movements of a page, opening and closing.
      rowsMax: PDF_ROWS_MAX + 2,
      hasContacts: false,
      async count(ctx, { month }) {
        const { made, left } = await sumsOfMonth(ctx, month)
        return made.count + left.count + 2
      },
      columns: statementDocumentColumns,
      head: (ctx, { month }) => statementHead(ctx, month),
    },
  }),
} satisfies Record<ExportKindName, ReturnType<typeof kind>>
