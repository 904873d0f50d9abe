/** Kinds of files; `lib/dashboard/exports/export-kinds.ts` has one entry for each. */
export const exportKindNames = ['payments', 'customers', 'audit', 'settlement', 'statement'] as const

export type ExportKindName = (typeof exportKindNames)[number]

/** QUEUED and RUNNING are unfinished: a failed attempt and a killed worker's job are claimed again. */
export type ExportState = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'

/** Request for a file of the worker: its kind, and the parameters of the CSV's address. */
export type ExportRequest = {
  kind: ExportKindName
  input: Readonly<Record<string, string | undefined>>
}

/** Limits of rows in a spreadsheet and lines in a PDF: beyond them the page offers CSV, which has no limit. */
export const XLSX_ROWS_MAX = 100_000

export const PDF_ROWS_MAX = 2_000

/** Returns whether the worker has not finished a job. */
export function isExportInProgress({ state }: { state: ExportState }): boolean {
  return state === 'QUEUED' || state === 'RUNNING'
}
