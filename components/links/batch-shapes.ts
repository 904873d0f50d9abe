/** How far a table of links is, as the data route answers it. */
export type BatchProgress = {
  id: string
  name: string
  state: 'QUEUED' | 'RUNNING' | 'STOPPED' | 'DONE'
  total: number
  done: number
  failed: number
  problem: string | null
  created_at: string
  finished_at: string | null
}

export type BatchRow = {
  position: number
  title: string
  amount: number
  state: 'WAITING' | 'DONE' | 'FAILED'
  link_id: string | null
  url: string | null
  problem: string | null
}

export type BatchDetail = { batch: BatchProgress; rows: BatchRow[] }

/** Whether the worker has rows of it before it. */
export function isGoing(batch: Pick<BatchProgress, 'state'> | undefined): boolean {
  return batch?.state === 'QUEUED' || batch?.state === 'RUNNING'
}
