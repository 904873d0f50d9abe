import Papa from 'papaparse'
import { newId } from '@/lib/contract/ids'
import { claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { type DayFilter, periodBounds } from '@/lib/dashboard/schema/period'
import { isCurrency } from '@/lib/domain/currencies'
import { dateFormat } from '@/lib/domain/formatters'
import { toDecimalString, toMinor } from '@/lib/domain/money'

/** Rows of one read: enough to be quick, few enough that a slow reader holds little memory. */
export const CHUNK_ROWS = 500
/** Starts of a cell that a spreadsheet takes for a formula, or cuts; a negative number is neither. */
const FORMULA = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r\n]/
const BYTE_ORDER_MARK = '\uFEFF'
const NEWLINE = '\r\n'

/** A cell: text, an amount in major units, or an instant (ISO 8601) that is shown in the account's zone or in UTC. */
export type FileCell = string | { amount: number; currency: string } | { local: string } | { utc: string }

/** One column of a file: its heading, and the cell of a row. */
export type CsvColumn<Row> = readonly [name: string, cell: (row: Row) => FileCell]

export interface CsvExport<Row> {
  /** Names the audit entry. */
  action: string
  /** Filters of the exported list, for the audit entry. */
  filters: Readonly<Record<string, unknown>>
  columns: readonly CsvColumn<Row>[]
  chunks: AsyncIterable<readonly Row[]>
}

/**
 * Yields rows as CSV, chunk by chunk; no cell is ever a formula. The audit entry holds the member, the filters and the number of rows,
 * also of a file that was read in part. Throws as `chunks` does.
 */
export async function* csvExport<Row>(
  ctx: ConnectionContext,
  { action, filters, columns, chunks }: CsvExport<Row>,
): AsyncGenerator<string> {
  const text = cellText(ctx.account.timezone)
  const auditId = newId('aud', ctx.now())
  await claimAudit(ctx, { id: auditId, action, details: { filters } })
  let rows = 0
  const reads = chunks[Symbol.asyncIterator]()
  try {
    // The rows come before the heading: a source that refuses has sent nothing by then.
    let read = await reads.next()
    yield BYTE_ORDER_MARK + csv([columns.map(([name]) => name)])
    for (; !read.done; read = await reads.next()) {
      rows += read.value.length
      yield csv(read.value.map((row) => columns.map(([, cell]) => text(cell(row)))))
    }
    await finishAudit(ctx, auditId, 'done', { details: { rows } })
  } finally {
    await reads.return?.()
    // A reader that leaves in the middle has what was sent until then; after `done` this changes nothing.
    await ctx.db.query({
      text: `UPDATE dashboard.audit_entry SET outcome = 'failed', details = details || $3, finished_at = $4
        WHERE team_id = $1 AND id = $2 AND outcome = 'intent'`,
      values: [ctx.teamId, auditId, JSON.stringify({ rows }), ctx.now()],
    })
  }
}

function csv(rows: string[][]): string {
  return Papa.unparse(rows, { escapeFormulae: FORMULA, newline: NEWLINE, header: false }) + NEWLINE
}

function cellText(timeZone: string): (cell: FileCell) => string {
  const local = csvTime(timeZone)
  return (cell) => {
    if (typeof cell === 'string') return cell
    if ('amount' in cell) return csvAmount(cell.amount, cell.currency)
    return 'local' in cell ? local(cell.local) : cell.utc
  }
}

/** Returns major units with all of the currency's decimals and a point, as a spreadsheet and a program read it. */
export function csvAmount(major: number, currency: string): string {
  if (!isCurrency(currency)) return String(major)
  const minor = toMinor(major, currency)
  return minor.ok ? toDecimalString(minor.minor, currency) : String(major)
}

/** Returns minor units as `csvAmount` does, debts too; a currency that is unknown here counts in hundredths. */
export function csvMinor(amountMinor: bigint, currency: string): string {
  return isCurrency(currency) ? toDecimalString(amountMinor, currency) : String(Number(amountMinor) / 100)
}

/** Returns the format of instants as `2026-11-20 20:43:05` of a zone: sortable, and a date to every spreadsheet. */
export function csvTime(timeZone: string): (iso: string) => string {
  const format = dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (iso) => format.format(new Date(iso))
}

/** Returns filters as audit entries keep them: a searched text may be somebody's phone or e-mail, and an entry is kept for good. */
export function withoutSearch<Filters extends { q?: string | undefined }>(filters: Filters): Filters {
  return filters.q === undefined ? filters : { ...filters, q: '•••' }
}

/** Returns the days of a filter as instants for an audit entry, since "today" names no day later. */
export function auditedDays({ account, now }: ConnectionContext, filter: DayFilter) {
  const { after, before } = periodBounds(filter, account.timezone, now().getTime())
  return { ...(after ? { created_after: after } : {}), ...(before ? { created_before: before } : {}) }
}
