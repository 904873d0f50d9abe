import Papa from 'papaparse'
import type { LinkImportDetail } from '@/lib/dashboard/schema/link-import'
import { inertCell } from '@/lib/domain/inert-cell'

const BYTE_ORDER_MARK = '\uFEFF'
const FIELDS = ['row', 'title', 'amount', 'state', 'link_id', 'url', 'problem']

/** Returns the result of each row as CSV; no cell is ever a formula. */
export function linkImportCsv({ rows }: LinkImportDetail): string {
  const data = rows.map(({ position, title, amount, state, link_id, url, problem }) =>
    [position, title, amount, state, link_id, url, problem].map((cell) => inertCell(String(cell ?? ''))),
  )
  return BYTE_ORDER_MARK + Papa.unparse({ fields: FIELDS, data }, { newline: '\r\n' })
}
