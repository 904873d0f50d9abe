import Papa from 'papaparse'
import type { LinkImportDetail } from '@/lib/dashboard/schema/link-import'

/** Beginnings of a cell that a spreadsheet would take for a formula, or cut. */
const FORMULA = /^[=+\-@\t\r\n]/
const BYTE_ORDER_MARK = '\uFEFF'

/** Returns the result of each row as CSV; no cell is ever a formula. */
export function linkImportCsv({ rows }: LinkImportDetail): string {
  const table = rows.map(({ position, title, amount, state, link_id, url, problem }) => ({
    row: position,
    title,
    amount,
    state,
    link_id,
    url,
    problem,
  }))
  return BYTE_ORDER_MARK + Papa.unparse(table, { escapeFormulae: FORMULA, newline: '\r\n' })
}
