import type { Account } from '@/lib/contract/account'
import type { FileCell } from '@/lib/dashboard/reads/csv-export'
import type { Statement } from '@/lib/dashboard/schema/statement'
import { pdfFile } from './pdf-file'
import { type SettlementData, settlementDocument } from './settlement-document'
import { statementDocument } from './statement-document'
import { xlsxFile } from './xlsx-file'

type Holder = Pick<Account, 'name' | 'timezone'>

/** A file to draw: all that its thread receives, besides the rows of a spreadsheet. */
export type FileTask =
  | { kind: 'settlement'; account: Holder; data: SettlementData & { at: Date } }
  | { kind: 'statement'; account: Holder; data: { statement: Statement; at: Date } }
  | { kind: 'sheet'; title: string; headings: readonly string[]; timeZone: string }

/** Draws a file. It reads no database and no setting, so that a thread without either can run it. */
export function drawFile(
  task: FileTask,
  rows: AsyncIterable<readonly (readonly FileCell[])[]>,
): Promise<Uint8Array> {
  if (task.kind === 'settlement') return pdfFile(settlementDocument(task.account, task.data))
  if (task.kind === 'statement') return pdfFile(statementDocument(task.account, task.data))
  return xlsxFile({
    sheet: task.title,
    columns: task.headings.map((name, at) => [name, (row: readonly FileCell[]) => row[at] ?? ''] as const),
    timeZone: task.timeZone,
    chunks: rows,
  })
}
