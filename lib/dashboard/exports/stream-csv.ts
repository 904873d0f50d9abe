import Papa from 'papaparse'
import { newId } from '@/lib/contract/ids'
import { claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import { type FileCell, fileTime, majorText } from '@/lib/dashboard/reads/file-rows'
import { Refusal } from '@/lib/dashboard/refusal'
import type { ExportKindName } from '@/lib/dashboard/schema/export'
import type { QuerySource } from '@/lib/dashboard/schema/list'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { inertCell } from '@/lib/domain/inert-cell'
import { exportKinds, type FileReader, type PlannedFile } from './export-kinds'

const BYTE_ORDER_MARK = '\uFEFF'
const NEWLINE = '\r\n'

/**
 * Returns a file as CSV with its name: every row of one snapshot, chunk by chunk, without limit. Throws Refusal `forbidden`
 * and `invalid_parameters`; its text throws `resource_not_found` and `exports_busy` before its first part.
 */
export function streamCsv(
  reader: FileReader,
  kind: ExportKindName,
  query: QuerySource,
): { name: string; text: AsyncGenerator<string> } {
  if (!can(reader.role, exportKinds[kind].permission)) throw new Refusal('forbidden')
  const file = exportKinds[kind].plan(reader.ctx, query)
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
