/** Rows of one import; they fit into one request with metadata (Next accepts 1 MB), and one person can review them. */
export const LINK_IMPORT_ROWS_MAX = 500

/** A link import and its progress. */
export type LinkImport = {
  id: string
  name: string
  /** QUEUED: waits for a worker, or for the end of a pause. STOPPED: by a member, or by a refusal that concerns every row. */
  state: 'QUEUED' | 'RUNNING' | 'STOPPED' | 'DONE'
  total: number
  done: number
  failed: number
  /** Reason of a pause or a stop: a code of the host or of lib/dashboard/refusal.ts. */
  problem: string | null
  created_at: string
}

/** Returns whether the worker has rows left. */
export function isImportInProgress(linkImport: Pick<LinkImport, 'state'> | undefined): boolean {
  return linkImport?.state === 'QUEUED' || linkImport?.state === 'RUNNING'
}
