import pg from 'pg'
import PgBoss from 'pg-boss'
import { connectionConfig, type Queryable } from './database'
import type { Role } from './database-roles'
import { type Listener, listen } from './listen'

const SCHEMA = 'jobs'
/** Its rights are those that the library's statements need, and to make a queue. */
const ROLE: Role = 'checkout_system'
/** The channel on which a commit that enqueued wakes the workers; the payload is the job's name. */
const CHANNEL = 'jobs'
/** A killed worker's job is back within seconds (default of the library: two minutes). */
const MAINTENANCE_INTERVAL_S = 5
const POLL_INTERVAL_S = 2
const CONNECTIONS = 2
const STOP_TIMEOUT_MS = 3_000
/** The library's own queue for cron lines. It hides its failure to make it, so it is made with ours. */
const CRON_QUEUE = '__pgboss__send-it'
const DEADLOCK_DETECTED = '40P01'
/** Each deadlock costs a second, and only a worker's first start on a busy database can meet one. */
const MAKE_QUEUES_TRIES = 10

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

/** Opens the queue under the service's role, makes the queues that are missing, and listens for new jobs. */
export async function openQueue({
  url: login,
  applicationName,
  queues,
  onError,
}: QueueOptions): Promise<Queue> {
  const url = underRole(login, ROLE)
  const boss = new PgBoss({
    connectionString: connectionConfig(url, applicationName).connectionString,
    application_name: applicationName,
    schema: SCHEMA,
    max: CONNECTIONS,
    maintenanceIntervalSeconds: MAINTENANCE_INTERVAL_S,
  })
  boss.on('error', onError)
  await makeQueues({ url, applicationName, queues })
  await boss.start()

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
        for (const job of jobs)
          await handle(job.data).catch((error: Error) => {
            // The library keeps the error with the job alone.
            onError(error)
            throw error
          })
        // A message that came while this job ran found the worker busy.
        setImmediate(wake, name)
      })
      workers.set(name, worker)
      wake(name)
    },
    schedule: (name, cron) => {
      // A queue keeps the time that it was made with; its jobs need the one of this version.
      const expireInSeconds = queues.find((each) => each.name === name)?.expireInSeconds
      return boss.schedule(name, cron, {}, { tz: 'UTC', ...(expireInSeconds && { expireInSeconds }) })
    },
    async close() {
      await listener.close()
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS })
    },
  }
}

/** Returns an address whose connections begin under a role: the library opens them, and sets none. */
function underRole(login: string, role: Role): string {
  const url = new URL(login)
  const given = url.searchParams.get('options')
  url.searchParams.set('options', [given, `-c role=${role}`].filter(Boolean).join(' '))
  return url.href
}

/**
 * Makes the queues that are missing, all or none. A queue is a partition, so making one waits for everybody who uses
 * the table: workers take turns, and one that meets a deadlock with a running job begins again.
 */
async function makeQueues({
  url,
  applicationName,
  queues,
}: Pick<QueueOptions, 'url' | 'applicationName' | 'queues'>): Promise<void> {
  const client = new pg.Client(connectionConfig(url, applicationName))
  await client.connect()
  try {
    for (let left = MAKE_QUEUES_TRIES; !(await makeMissing(client, queues, left === 1)); left -= 1);
  } finally {
    await client.end()
  }
}

/** @returns false after a deadlock, unless this try is the `last`: then that is the error */
async function makeMissing(client: pg.Client, queues: readonly JobQueue[], last: boolean): Promise<boolean> {
  const cron: JobQueue = { name: CRON_QUEUE, expireInSeconds: 900, retryLimit: 2 }
  const maker = new PgBoss({
    db: { executeSql: async (text, values) => client.query(text, values) },
    schema: SCHEMA,
  })
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', ['make-queues'])
    const { rows } = await client.query<{ name: string }>('SELECT name FROM jobs.queue')
    const made = new Set(rows.map((row) => row.name))
    for (const { name, policy = 'standard', expireInSeconds, retryLimit } of [cron, ...queues])
      if (!made.has(name))
        await maker.createQueue(name, { name, policy, expireInSeconds, retryLimit, retryBackoff: true })
    await client.query('COMMIT')
    return true
  } catch (error) {
    await client.query('ROLLBACK')
    if (last || !(error instanceof pg.DatabaseError) || error.code !== DEADLOCK_DETECTED) throw error
    return false
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
