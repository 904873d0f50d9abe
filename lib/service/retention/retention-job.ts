import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import type { JobQueue, Queue } from '@/lib/platform/queue'
import { deleteExpired, type Retention } from './delete-expired'

/** Deletes what is older than its retention. A run of two processes at once would only do half of it each. */
export const RETENTION_JOB: JobQueue = {
  name: 'delete-expired',
  expireInSeconds: 900,
  retryLimit: 2,
  policy: 'singleton',
}

/** Hourly, away from the coherence query. */
const CRON = '37 * * * *'

/** Runs the job each hour, until `signal` ends the run under way. */
export async function scheduleRetention(
  queue: Queue,
  { database, retention, now, log, signal }: RetentionDeps,
): Promise<void> {
  await queue.work(RETENTION_JOB.name, async () => {
    const deleted = await deleteExpired(database.as('checkout_system'), { retention, now: now(), signal })
    log.info({ ...deleted }, 'expired rows deleted')
  })
  await queue.schedule(RETENTION_JOB.name, CRON)
}

export interface RetentionDeps {
  database: Database
  retention: Retention
  now(): Date
  log: Log
  signal: AbortSignal
}
