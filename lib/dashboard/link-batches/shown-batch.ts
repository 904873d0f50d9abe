/** QUEUED: waits for a worker, or for the end of a pause. STOPPED: by a member, or because going on makes no sense. */
export type BatchState = 'QUEUED' | 'RUNNING' | 'STOPPED' | 'DONE'
export type BatchRowState = 'WAITING' | 'DONE' | 'FAILED'

/** How far a batch is. */
export interface BatchProgress {
  id: string
  name: string
  state: BatchState
  total: number
  done: number
  failed: number
  /** Why it waits or stands: a code of the host or of lib/dashboard/refusal.ts. */
  problem: string | null
  created_at: string
  finished_at: string | null
}

/** One row of a batch; `position` counts from 1. */
export interface ShownBatchRow {
  position: number
  title: string
  amount: number
  state: BatchRowState
  link_id: string | null
  url: string | null
  problem: string | null
}

export interface BatchDetail {
  batch: BatchProgress
  rows: ShownBatchRow[]
}
