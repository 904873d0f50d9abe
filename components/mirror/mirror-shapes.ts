/** A run that compares the dashboard's copy with the service. */
export type SyncProgress = {
  id: string
  kind: 'IMPORT' | 'RECONCILE'
  state: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'
  /** How many days back it compares what was made; null = the whole history. */
  days: number | null
  links_seen: number
  payments_seen: number
  drift: number
  error: string | null
  started_at: string
  finished_at: string | null
}

/** How the copy stands, and the account as the service last told it. */
export type MirrorHealth = {
  last_event_at: string | null
  last_sync: SyncProgress | null
  drift: number
  state: 'importing' | 'live' | 'no_webhook' | 'behind' | 'broken'
  account: {
    id: string
    name: string
    currency: string
    timezone: string
    status: string
    charges_enabled: boolean
    test_mode: boolean | null
  }
}

/** Whether a run is still going. */
export function isRunning(sync: SyncProgress | null): boolean {
  return sync?.state === 'QUEUED' || sync?.state === 'RUNNING'
}
