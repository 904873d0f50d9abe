import type { Log } from '@/lib/platform/log'
import { enqueue, type JobQueue, type Queue } from '@/lib/platform/queue'
import { type SettleDeps, settleDue } from './settle-due'

/** Generates what is due. Any number of runs may overlap; one at a time is enough. */
export const SETTLEMENTS_JOB: JobQueue = {
  name: 'generate-settlements',
  expireInSeconds: 900,
  retryLimit: 2,
  policy: 'singleton',
}

/** A minute after every midnight there is: offsets are whole quarters of an hour. */
const CRON = '1,16,31,46 * * * *'

/** Runs the job at each quarter of an hour, and once now for what a downtime left. */
export async function scheduleSettlements(
  queue: Queue,
  { log, now, ...deps }: SettleDeps & { log: Log; now(): Date },
): Promise<void> {
  await queue.work(SETTLEMENTS_JOB.name, async () => {
    const instant = now()
    const { settlements, failed } = await settleDue(deps, { until: instant, now: instant })
    for (const { id, account_id, status, net_minor, currency } of settlements)
      log.info({ settlement_id: id, account_id, status, net_minor, currency }, 'settlement generated')
    for (const { accountId, error } of failed) {
      const message = error instanceof Error ? error.message : String(error)
      log.error({ account_id: accountId, error: message }, 'an account could not be settled')
    }
  })
  await queue.schedule(SETTLEMENTS_JOB.name, CRON)
  await deps.database.as('checkout_system').transaction((tx) => enqueue(tx, SETTLEMENTS_JOB.name, {}))
}
