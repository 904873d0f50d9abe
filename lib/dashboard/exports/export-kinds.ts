import Papa from 'papaparse'
import { z } from 'zod'
import { newId } from '@/lib/contract/ids'
import { SHOWN_ADJUSTMENTS_MAX } from '@/lib/contract/limits'
import { claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import { auditColumns, auditFilterSchema, auditPeople, auditRows } from '@/lib/dashboard/audit/list-audit'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { customerColumns, customerRows } from '@/lib/dashboard/customers/export-customers'
import { customerFilterSchema } from '@/lib/dashboard/customers/list-customers'
import {
  auditedPaymentFilters,
  countPaymentRows,
  paymentColumns,
  paymentRows,
} from '@/lib/dashboard/payments/export-payments'
import { paymentFilterSchema } from '@/lib/dashboard/payments/payment-filter'
import {
  auditedFilters,
  CELL_MAX,
  type FileCell,
  type FileColumn,
  type FileTexts,
  fileTime,
  majorText,
} from '@/lib/dashboard/reads/file-rows'
import { readQuery } from '@/lib/dashboard/reads/keyset'
import { idField, type QuerySource } from '@/lib/dashboard/reads/list'
import { Refusal } from '@/lib/dashboard/refusal'
import { can, type MemberRole, type Permission } from '@/lib/dashboard/role-permissions'
import { monthField } from '@/lib/dashboard/settlements/list-settlements'
import {
  statementColumns,
  statementDocumentColumns,
  statementMonth,
  statementRows,
} from '@/lib/dashboard/statements/movements'
import { dayIn } from '@/lib/domain/calendar-days'
import { inertCell } from '@/lib/domain/inert-cell'
import { shorten } from '@/lib/domain/text'
import type { Translate } from '@/lib/messages/translator'
import { type DocumentHead, settlementHead, statementHead } from './document-heads'
import {
  readSettlement,
  settlementColumns,
  settlementDocumentColumns,
  settlementLines,
} from './settlement-lines'
import { type ExportKindName, PDF_ROWS_MAX, XLSX_ROWS_MAX } from './shape'

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
  name(ctx: ConnectionContext, input: z.output<Schema>, t: Translate): string
  objectId?(input: z.output<Schema>): string
  auditedFilters(ctx: ConnectionContext, input: z.output<Schema>): Readonly<Record<string, unknown>>
  columns(account: ConnectionContext['account'], t: Translate): readonly FileColumn<Row>[]
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
  columns?(account: ConnectionContext['account'], t: Translate): readonly FileColumn<Row>[]
  head?(ctx: ConnectionContext, input: Input, texts: FileTexts): Promise<DocumentHead>
}

/** Returns a kind whose input and rows are private to the files that it plans. */
function kind<Schema extends z.ZodType, Row>({ input: schema, rows, drawn, ...kind }: Kind<Schema, Row>) {
  /** Returns the file of an input. Throws Refusal `invalid_parameters`. */
  function plan(ctx: ConnectionContext, given: QuerySource, texts: FileTexts) {
    const { t } = texts
    const input = readQuery(schema, given)
    const table = (columns: readonly FileColumn<Row>[], cellMax = Number.POSITIVE_INFINITY) => ({
      headings: columns.map(([heading]) => heading),
      async *chunks(reader: FileReader, at: Date): AsyncGenerator<FileCell[][]> {
        for await (const chunk of rows(reader, input, at))
          yield chunk.map((row) => columns.map(([, cell]) => cutCell(cell(row), cellMax)))
      },
    })
    return {
      name: fileName(kind.name(ctx, input, t)),
      action: kind.action,
      objectId: kind.objectId?.(input),
      filters: kind.auditedFilters(ctx, input),
      csv: () => table(kind.columns(ctx.account, t)),
      drawn: drawn && {
        format: drawn.format,
        rowsMax: drawn.rowsMax,
        ...table((drawn.columns ?? kind.columns)(ctx.account, t), CELL_MAX[drawn.format]),
        count: (moment: ConnectionContext) => drawn.count(moment, input),
        head: async (moment: ConnectionContext) => (await drawn.head?.(moment, input, texts)) ?? null,
      },
    }
  }
  return { permission: kind.permission, isDrawn: drawn !== null, hasContacts: drawn?.hasContacts, plan }
}

/** A file of one kind and input, with its rows in every format. */
export type PlannedFile = ReturnType<ReturnType<typeof kind>['plan']>

/** Returns a name in the letters that every system and header takes: `liquidación` becomes `liquidacion`. */
function fileName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '_')
}

function cutCell(cell: FileCell, max: number): FileCell {
  return typeof cell === 'string' && cell.length > max ? shorten(cell, max) : cell
}

function dayOf({ account, now }: ConnectionContext): string {
  return dayIn(now().getTime(), account.timezone)
}

/** The payments of a page, the adjustments and the rest. */
const SETTLEMENT_LINES_MAX = PDF_ROWS_MAX + SHOWN_ADJUSTMENTS_MAX + 1

/** Every kind of file. A PDF has a head, a spreadsheet the columns of the CSV. */
export const exportKinds = {
  payments: kind({
    permission: 'payments.export',
    action: 'payments.export',
    input: paymentFilterSchema.omit({ cursor: true }),
    name: (ctx, { status }, t) =>
      [
        t('export-files.names.payments'),
        ...(status ? [t(`payment-rows.status.${status}`).toLowerCase()] : []),
        dayOf(ctx),
      ].join('-'),
    auditedFilters: auditedPaymentFilters,
    columns: ({ timezone }, t) => paymentColumns(timezone, t),
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
    name: (ctx, _, t) => `${t('export-files.names.customers')}-${dayOf(ctx)}`,
    auditedFilters,
    columns: customerColumns,
    rows: ({ ctx, role }, filter) => customerRows(ctx, filter, role),
    drawn: null,
  }),
  audit: kind({
    permission: 'audit.read',
    action: 'audit.export',
    input: auditFilterSchema,
    name: (ctx, _, t) => `${t('export-files.names.audit')}-${dayOf(ctx)}`,
    auditedFilters,
    columns: ({ timezone }, t) => auditColumns(timezone, t),
    async *rows({ ctx, dashboard }, filter) {
      yield* auditRows(ctx, filter, await auditPeople(dashboard, ctx.teamId))
    },
    drawn: null,
  }),
  settlement: kind({
    permission: 'settlements.export',
    action: 'settlements.export',
    input: z.object({ settlement_id: idField }),
    name: (_, { settlement_id }, t) => `${t('export-files.names.settlement')}-${settlement_id}`,
    objectId: ({ settlement_id }) => settlement_id,
    auditedFilters: (_, input) => input,
    columns: ({ timezone }, t) => settlementColumns(timezone, t),
    rows: ({ ctx }, { settlement_id }) => settlementLines(ctx, settlement_id),
    drawn: {
      format: 'pdf',
      rowsMax: SETTLEMENT_LINES_MAX,
      hasContacts: true,
      async count(ctx, { settlement_id: settlement }) {
        const { adjustments } = await readSettlement(ctx, settlement)
        return (
          (await countPaymentRows(ctx, { settlement }, SETTLEMENT_LINES_MAX + 1)) + (adjustments?.length ?? 0)
        )
      },
      columns: (_, t) => settlementDocumentColumns(t),
      head: (ctx, { settlement_id }, texts) => settlementHead(ctx, settlement_id, texts),
    },
  }),
  statement: kind({
    permission: 'settlements.export',
    action: 'statements.export',
    input: z.object({ month: monthField.unwrap() }),
    name: (_, { month }, t) => `${t('export-files.names.statement')}-${month}`,
    auditedFilters: (_, input) => input,
    columns: statementColumns,
    rows: ({ ctx }, { month }, at) => statementRows(ctx, month, at),
    drawn: {
      format: 'pdf',
      // The movements of a page, opening and closing.
      rowsMax: PDF_ROWS_MAX + 2,
      hasContacts: false,
      async count(ctx, { month }) {
        const { settlements, transfers } = await statementMonth(ctx, month)
        return settlements + transfers + 2
      },
      columns: statementDocumentColumns,
      head: (ctx, { month }, texts) => statementHead(ctx, month, texts),
    },
  }),
} satisfies Record<ExportKindName, ReturnType<typeof kind>>

const BYTE_ORDER_MARK = '\uFEFF'
const NEWLINE = '\r\n'

/**
 * Returns a file as CSV with its name: every row of one snapshot, chunk by chunk, without limit. Throws Refusal `forbidden`
 * and `invalid_parameters`; its text throws `resource_not_found` and `exports_busy` before its first part.
 */
export function streamCsv(reader: FileReader, kind: ExportKindName, query: QuerySource, texts: FileTexts) {
  if (!can(reader.role, exportKinds[kind].permission)) throw new Refusal('forbidden')
  const file = exportKinds[kind].plan(reader.ctx, query, texts)
  return { name: `${file.name}.csv`, text: textOf(reader, file) }
}

/**
 * Yields a file as text in which no cell is ever a formula. The audit entry contains the member, the filters and the
 * number of rows, even of a partial download.
 */
async function* textOf(reader: FileReader, file: PlannedFile): AsyncGenerator<string> {
  const { ctx } = reader
  const { action, objectId, filters } = file
  const { headings, chunks } = file.csv()
  const auditId = newId('aud', ctx.now())
  await claimAudit(ctx, { id: auditId, action, ...(objectId && { objectId }), details: { filters } })
  const cellText = cellTexts(ctx.account.timezone)
  let rows = 0
  const reads = ctx.snapshot((moment, at) => chunks({ ...reader, ctx: moment }, at))
  try {
    // The rows are read before the heading is sent: a source that refuses has sent nothing by then.
    let read = await reads.next()
    yield BYTE_ORDER_MARK + csv([headings])
    for (; !read.done; read = await reads.next()) {
      rows += read.value.length
      yield csv(read.value.map((cells) => cells.map(cellText)))
    }
    await finishAudit(ctx, auditId, 'done', { details: { rows } })
  } finally {
    await reads.return(undefined)
    // A reader that disconnects early has received the rows so far; after `done` this changes nothing.
    await finishAudit(ctx, auditId, 'failed', { details: { rows } })
  }
}

function csv(rows: readonly (readonly string[])[]): string {
  const inert = rows.map((cells) => cells.map(inertCell))
  return Papa.unparse(inert, { newline: NEWLINE, header: false }) + NEWLINE
}

function cellTexts(timeZone: string): (cell: FileCell) => string {
  const local = fileTime(timeZone)
  return (cell) => {
    if (typeof cell === 'string') return cell
    if ('amount' in cell) return majorText(cell.amount, cell.currency)
    return 'local' in cell ? local(cell.local) : cell.utc
  }
}
