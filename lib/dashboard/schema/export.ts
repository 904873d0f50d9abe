/** Kinds of files that the worker makes; `lib/dashboard/exports/export-kinds.ts` has one entry for each. */
export const exportKindNames = ['payments', 'settlement', 'statement'] as const
export type ExportKindName = (typeof exportKindNames)[number]

export const exportStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type ExportState = (typeof exportStates)[number]

/** States into which a job may move. RUNNING moves to QUEUED after a failure that may pass; a killed worker's job is claimed again. */
export const exportMoves: Readonly<Record<ExportState, readonly ExportState[]>> = {
  QUEUED: ['RUNNING', 'CANCELLED'],
  RUNNING: ['RUNNING', 'QUEUED', 'DONE', 'FAILED', 'CANCELLED'],
  DONE: [],
  FAILED: [],
  CANCELLED: [],
}

/** A file that is being made, or was. */
export type ExportJob = {
  id: string
  kind: ExportKindName
  name: string
  state: ExportState
  /** Rows of the moment that the file shows; null before the worker has read it. */
  rows_total: number | null
  rows_done: number
  bytes: number | null
  as_of: string | null
  /** A code of lib/dashboard/refusal.ts. */
  problem: string | null
  /** Name of the member who started it; null for a former member. */
  made_by: string | null
  created_at: string
  finished_at: string | null
  expires_at: string
}

export type ExportList = { exports: ExportJob[] }

/** Request for a file: its kind, and the filters or the object as the kind reads them. */
export type ExportRequest =
  | { kind: 'payments'; input: Readonly<Record<string, unknown>> }
  | { kind: 'settlement'; input: { settlement_id: string } }
  | { kind: 'statement'; input: { month: string } }

/** Rows of a spreadsheet and lines of a PDF: beyond them the page offers CSV, which has no limit. */
export const XLSX_ROWS_MAX = 100_000
export const PDF_ROWS_MAX = 2_000

/** Files that an account keeps: older ones are deleted when a new one is ready. */
export const FILES_KEPT_MAX = 50
export const FILES_KEPT_MB = 200

/** Returns whether the worker is not finished with a job. */
export function isMaking({ state }: Pick<ExportJob, 'state'>): boolean {
  return exportMoves[state].length > 0
}
