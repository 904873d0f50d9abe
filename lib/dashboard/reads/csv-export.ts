import Papa from 'papaparse'
import { newId } from '@/lib/contract/ids'
import { claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { type DayFilter, periodBounds } from '@/lib/dashboard/schema/period'
import { isCurrency } from '@/lib/domain/currencies'
import { dateFormat } from '@/lib/domain/formatters'
import { inertCell } from '@/lib/domain/inert-cell'
import { toDecimalString, toMinor } from '@/lib/domain/money'

/** Rows of one read: enough to be quick, few enough that a slow reader uses little memory. */
export const CHUNK_ROWS = 500
const BYTE_ORDER_MARK = '\uFEFF'
const NEWLINE = '\r\n'

/** A cell: text, an amount in major units, or an instant (ISO 8601) that is shown in the account's zone or in UTC. */
export type FileCell = string | { amount: number; currency: string } | { local: string } | { utc: string }

/** One column of a file: its heading, and the cell of a row. */
export type CsvColumn<Row> = readonly [name: string, cell: (row: Row) => FileCell]

export interface CsvExport<Row> {
  /** Action of the audit entry. */
  action: string
  /** Filters of the exported list, for the audit entry. */
  filters: Readonly<Record<string, unknown>>
  columns: readonly CsvColumn<Row>[]
  chunks: AsyncIterable<readonly Row[]>
}

/**
 * Yields rows as CSV, chunk by chunk; no cell is ever a formula. The audit entry contains the member, the filters and the
 * number of rows, even of a partial download. Throws as `chunks` does.
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
    // The rows are read before the heading is sent: a source that refuses has sent nothing by then.
    let read = await reads.next()
    yield BYTE_ORDER_MARK + csv([columns.map(([name]) => name)])
    for (; !read.done; read = await reads.next()) {
      rows += read.value.length
      yield csv(read.value.map((row) => columns.map(([, cell]) => text(cell(row)))))
    }
    await finishAudit(ctx, auditId, 'done', { details: { rows } })
  } finally {
    await reads.return?.()
    // A reader that disconnects early has received the rows so far; after `done` this changes nothing.
    await ctx.db.query({
      text: `UPDATE dashboard.audit_entry SET outcome = 'failed', details = details || $3, finished_at = $4
        WHERE team_id = $1 AND id = $2 AND outcome = 'intent'`,
      values: [ctx.teamId, auditId, JSON.stringify({ rows }), ctx.now()],
    })
  }
}

function csv(rows: string[][]): string {
  return (
    Papa.unparse(
      rows.map((cells) => cells.map(inertCell)),
      { newline: NEWLINE, header: false },
    ) + NEWLINE
  )
}

function cellText(timeZone: string): (cell: FileCell) => string {
  const local = csvTime(timeZone)
  return (cell) => {
    if (typeof cell === 'string') return cell
    if ('amount' in cell) return csvAmount(cell.amount, cell.currency)
    return 'local' in cell ? local(cell.local) : cell.utc
  }
}

/** Returns major units with all of the currency's decimals and a point, for spreadsheets and programs. */
export function csvAmount(major: number, currency: string): string {
  if (!isCurrency(currency)) return String(major)
  const minor = toMinor(major, currency)
  return minor.ok ? toDecimalString(minor.minor, currency) : String(major)
}

/** Returns minor units as `csvAmount` does, debts included; a currency that is unknown here has two decimals. */
export function csvMinor(amountMinor: bigint, currency: string): string {
  return isCurrency(currency) ? toDecimalString(amountMinor, currency) : String(Number(amountMinor) / 100)
}

/** Returns the format of instants in a zone, such as `2026-11-20 20:43:05`: sortable, and a date in every spreadsheet. */
export function csvTime(timeZone: string): (iso: string) => string {
  const format = dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (iso) => format.format(new Date(iso))
}

/**
 * Returns filters without the search text for audit entries: it may be a phone or e-mail, and entries are kept forever.
 */
export function withoutSearch<Filters extends { q?: string | undefined }>(filters: Filters): Filters {
  return filters.q === undefined ? filters : { ...filters, q: '•••' }
}

/** Returns the days of a filter as instants for an audit entry, because "today" means another day later. */
export function auditedDays({ account, now }: ConnectionContext, filter: DayFilter) {
  const { after, before } = periodBounds(filter, account.timezone, now().getTime())
  return { ...(after ? { created_after: after } : {}), ...(before ? { created_before: before } : {}) }
}
