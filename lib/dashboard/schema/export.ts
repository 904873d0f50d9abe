import { quotas } from './quotas'

/** Kinds of files that the worker creates; `lib/dashboard/exports/export-kinds.ts` has one entry for each. */
export const exportKindNames = ['payments', 'settlement', 'statement'] as const
export type ExportKindName = (typeof exportKindNames)[number]

const exportStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type ExportState = (typeof exportStates)[number]

/** Transitions of a job. RUNNING moves to QUEUED after a transient failure; a killed worker's job is claimed again. */
const exportTransitions: Readonly<Record<ExportState, readonly ExportState[]>> = {
  QUEUED: ['RUNNING', 'CANCELLED'],
  RUNNING: ['RUNNING', 'QUEUED', 'DONE', 'FAILED', 'CANCELLED'],
  DONE: [],
  FAILED: [],
  CANCELLED: [],
}

/** File or unfinished file. */
export type ExportJob = {
  id: string
  kind: ExportKindName
  name: string
  state: ExportState
  /** Number of rows of the file's snapshot; null before the worker has read it. */
  rows_total: number | null
  rows_done: number
  bytes: number | null
  as_of: string | null
  /** Code of lib/dashboard/refusal.ts. */
  problem: string | null
  /** Name of the member who started it; null for a former member. */
  made_by: string | null
  created_at: string
  finished_at: string | null
  expires_at: string
}

export type ExportList = { exports: ExportJob[] }

/** Request for a file: its kind, and the filters or the object as the kind parses them. */
export type ExportRequest =
  | { kind: 'payments'; input: Readonly<Record<string, unknown>> }
  | { kind: 'settlement'; input: { settlement_id: string } }
  | { kind: 'statement'; input: { month: string } }

/** Limits of rows in a spreadsheet and lines in a PDF: beyond them the page offers CSV, which has no limit. */
export const XLSX_ROWS_MAX = 100_000
export const PDF_ROWS_MAX = 2_000

/** Files that an account keeps: older ones are deleted when a new one is ready. */
export const FILES_KEPT_MAX = quotas.export_files.limit
export const FILES_KEPT_MB = quotas.export_bytes.limit / 1_000_000

/** Returns whether the worker has not finished a job. */
export function isExportInProgress({ state }: Pick<ExportJob, 'state'>): boolean {
  return exportTransitions[state].length > 0
}
