import PgBoss from 'pg-boss'
import { connectionConfig, type Queryable } from './database'
import { type Listener, listen } from './listen'

const SCHEMA = 'jobs'
/** The channel on which a commit that enqueued wakes the workers; the payload is the job's name. */
const CHANNEL = 'jobs'
/** A killed worker's job is back within seconds (default of the library: two minutes). */
const MAINTENANCE_INTERVAL_S = 5
const POLL_INTERVAL_S = 2
const CONNECTIONS = 2
const STOP_TIMEOUT_MS = 3_000

/** One kind of job. Any number of workers may run it; `singleton` never twice at the same time. */
export interface JobQueue {
  name: string
  /** A job that runs longer than this is taken for dead and run again. */
  expireInSeconds: number
  retryLimit: number
  policy?: 'standard' | 'singleton'
}

export interface QueueOptions {
  url: string
  applicationName: string
  queues: readonly JobQueue[]
  onError(error: Error): void
}

/** The worker's end of the job queue. Jobs run at least once: handlers are written to be repeated. */
export interface Queue {
  /** Runs `handle` for each job of a name, one at a time in this process; a throw makes the job run again later. */
  work(name: string, handle: (data: unknown) => Promise<void>): Promise<void>
  /** Makes a job at each moment of a cron line (UTC), once for all workers. */
  schedule(name: string, cron: string): Promise<void>
  /** Takes no further jobs and waits a few seconds for those that run. */
  close(): Promise<void>
}

/** Opens the queue as the database's owner, makes the queues that are missing, and listens for new jobs. */
export async function openQueue({ url, applicationName, queues, onError }: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: connectionConfig(url, applicationName).connectionString,
    application_name: applicationName,
    schema: SCHEMA,
    max: CONNECTIONS,
    maintenanceIntervalSeconds: MAINTENANCE_INTERVAL_S,
  })
  boss.on('error', onError)
  await boss.start()
  for (const { name, policy = 'standard', expireInSeconds, retryLimit } of queues)
    await boss.createQueue(name, { name, policy, expireInSeconds, retryLimit, retryBackoff: true })

  const workers = new Map<string, string>()
  const wake = (name: string) => {
    const worker = workers.get(name)
    if (worker !== undefined) boss.notifyWorker(worker)
  }
  const listener: Listener = listen({
    url,
    channel: CHANNEL,
    applicationName: `${applicationName}-jobs`,
    onMessage: wake,
    onConnect: () => {
      for (const name of workers.keys()) wake(name)
    },
    onError,
  })
  return {
    async work(name, handle) {
      const worker = await boss.work(name, { pollingIntervalSeconds: POLL_INTERVAL_S }, async (jobs) => {
        for (const job of jobs) await handle(job.data)
        // A message that came while this job ran found the worker busy.
        setImmediate(wake, name)
      })
      workers.set(name, worker)
      wake(name)
    },
    schedule: (name, cron) => boss.schedule(name, cron, {}, { tz: 'UTC' }),
    async close() {
      await listener.close()
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS })
    },
  }
}

const sender = new PgBoss({
  db: { executeSql: () => Promise.reject(new Error('enqueue needs a transaction')) },
  schema: SCHEMA,
})

/**
 * Makes a job inside the transaction of the change that asks for it, under the caller's own role.
 * Throws when no worker has ever made that queue: a job would be lost in silence.
 */
export async function enqueue(tx: Queryable, name: string, data: object): Promise<void> {
  const db: PgBoss.Db = {
    executeSql: async (text, values) => ({ rows: (await tx.query<{ id: string }>({ text, values })).rows }),
  }
  const id = await sender.send(name, data, { db })
  if (id === null) throw new Error(`there is no job queue "${name}"`)
  await tx.query({ text: 'SELECT pg_notify($1, $2)', values: [CHANNEL, name] })
}
