import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Handle } from '@/lib/platform/database'
import { isDatabaseAway } from '@/lib/platform/database-away'
import { listen } from '@/lib/platform/listen'
import type { Log } from '@/lib/platform/log'
import { metrics } from '@/lib/platform/metrics/metrics'
import type { Job, Running, Trigger, Turn } from './job'
import { Lanes } from './lanes'

/** Polls of the table of scheduled jobs: with the lease, the time after which a killed worker's job continues. */
const SCHEDULE_POLL_MS = 5_000

/** Time within which some loop of a worker begins a round, or the worker hangs. */
const TURN_WITHIN_MS = 120_000

interface JobsOptions {
  log: Log
  /** Handle of `checkout_system`, under which scheduled jobs take turns. */
  schedules?: Handle
  /** Channel whose notifications wake the jobs of queues. */
  wakes?: { url: string; channel: string; applicationName: string }
}

/**
 * Starts the jobs of one worker. Any number of workers may run beside each other over one database. `isTurning` returns
 * whether a loop began a round within two minutes.
 */
export function startJobs(
  jobs: readonly Job[],
  { log, schedules, wakes }: JobsOptions,
): Running & { isTurning(): boolean } {
  let turnedAt = performance.now()
  const ending = new AbortController()
  // Each loop and each scheduled run listens once; Node warns of more than ten as of a leak.
  setMaxListeners(0, ending.signal)
  const wakeCallbacks: (() => void)[] = []
  const wakeAll = () => {
    for (const wake of wakeCallbacks) wake()
  }
  const listener =
    wakes &&
    listen({
      ...wakes,
      onMessage: wakeAll,
      onConnect: wakeAll,
      onError: (error) => log.warn({ error: error.message }, 'the listener for jobs lost its connection'),
    })
  const running = jobs.map((job): Running => {
    if ('start' in job.handler) return job.handler.start()
    const loops = Array.from({ length: 'rounds' in job.concurrency ? job.concurrency.rounds : 1 }, () =>
      startLoop(job, { log, schedules, ending: ending.signal, onTurn: () => (turnedAt = performance.now()) }),
    )
    if (job.trigger.kind === 'queue') wakeCallbacks.push(...loops.map(({ wake }) => wake))
    return { stop: async () => void (await Promise.all(loops.map(({ ended }) => ended))) }
  })
  return {
    isTurning: () => performance.now() - turnedAt < TURN_WITHIN_MS,
    async stop() {
      ending.abort()
      await listener?.close()
      await Promise.all(running.map((job) => job.stop()))
    },
  }
}

interface Loop {
  wake(): void
  ended: Promise<void>
}

/** Repeats a job's round while it finds work, then waits for a wake or the poll. A failure is logged and waits as well. */
function startLoop(
  job: Job,
  {
    log,
    schedules,
    ending,
    onTurn,
  }: Pick<JobsOptions, 'log' | 'schedules'> & { ending: AbortSignal; onTurn: () => void },
): Loop {
  let isAway = false
  const onFailure = (err: unknown, lane?: string) => {
    // One line per loop and outage: an absent database fails each round.
    if (isAway && isDatabaseAway(err)) return
    isAway = isDatabaseAway(err)
    if (!isAway) metrics.jobFailures.inc({ task: job.name })
    log.error({ job: job.name, lane, err }, 'a job failed')
  }
  let woken = new AbortController()
  const wake = () => woken.abort()
  // AbortSignal.any would leave a reference in `ending` for each round.
  ending.addEventListener('abort', wake, { once: true })
  const { lanes: max, perTeam } = 'lanes' in job.concurrency ? job.concurrency : { lanes: 0, perTeam: 0 }
  // A lane that ends makes room, and its key's next work may be due already.
  const lanes = new Lanes({ max, perTeam, onFailure, onEnd: wake })
  const round = roundOf(job, { signal: ending, lanes }, schedules)
  const pollMs = job.trigger.kind === 'schedule' ? SCHEDULE_POLL_MS : job.trigger.pollMs
  const loop = async () => {
    while (!ending.aborted) {
      woken = new AbortController()
      onTurn()
      const found = await round()
        .then((value) => {
          isAway = false
          return value
        })
        .catch(onFailure)
      if (!found) await pause(pollMs, undefined, { signal: woken.signal }).catch(() => {})
    }
    await lanes.idle()
  }
  return { wake, ended: loop() }
}

function roundOf({ name, trigger, handler }: Job, turn: Turn, schedules: Handle | undefined) {
  if ('start' in handler) throw new Error(`the job ${name} has a loop of its own`)
  if (trigger.kind !== 'schedule') return () => handler.run(turn)
  if (!schedules) throw new Error(`the scheduled job ${name} has no database`)
  const run = (signal: AbortSignal) => handler.run({ ...turn, signal })
  return () => runScheduled(schedules, { name, trigger, run, ending: turn.signal })
}

/** A killed worker's job is claimed by another one after this. */
const LEASE_MS = 30_000
const EXTEND_EVERY_MS = 10_000
const RETRY_SHARE = 0.25

interface Scheduled {
  name: string
  trigger: Extract<Trigger, { kind: 'schedule' }>
  /** `signal` is aborted if the worker stops or loses the lease. */
  run(signal: AbortSignal): Promise<unknown>
  /** Aborted if the worker stops: what the job leaves is due at once. */
  ending?: AbortSignal
}

/** Runs a job whose moment has come, under an extended lease. `db`: `checkout_system`. Throws as `run`. */
export async function runScheduled(
  db: Handle,
  { name, trigger, run, ending }: Scheduled,
  { leaseMs = LEASE_MS, extendEveryMs = EXTEND_EVERY_MS } = {},
): Promise<void> {
  const owner = randomUUID()
  const { count } = await db.query({
    name: 'claim-scheduled-job',
    text: `INSERT INTO jobs.scheduled_job AS job (name, due_at, owner, lease_until)
      VALUES ($1, clock_timestamp(), $2, clock_timestamp() + $3 * interval '1 ms')
      ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until
      WHERE job.due_at <= clock_timestamp() AND (job.owner IS NULL OR job.lease_until < clock_timestamp())`,
    values: [name, owner, leaseMs],
  })
  if (count === 0) return
  const lost = new AbortController()
  const extending = setInterval(async () => {
    const extended = await extend(db, { name, owner, leaseMs }).catch(() => true)
    if (!extended) lost.abort()
  }, extendEveryMs)
  const stop = () => lost.abort()
  ending?.addEventListener('abort', stop, { once: true })
  let repeatMs: number | null = trigger.everyMs * RETRY_SHARE
  try {
    await run(lost.signal)
    repeatMs = null
  } finally {
    clearInterval(extending)
    ending?.removeEventListener('abort', stop)
    await end(db, { name, owner, trigger, repeatMs: ending?.aborted ? 0 : repeatMs })
  }
}

interface Hold {
  name: string
  owner: string
}

/** @returns whether the lease was still held */
async function extend(db: Handle, { name, owner, leaseMs }: Hold & { leaseMs: number }): Promise<boolean> {
  const { count } = await db.query({
    name: 'extend-scheduled-job',
    text: `UPDATE jobs.scheduled_job SET lease_until = clock_timestamp() + $3 * interval '1 ms'
      WHERE name = $1 AND owner = $2`,
    values: [name, owner, leaseMs],
  })
  return count === 1
}

/** Makes the job due at its next moment, or sooner after `repeatMs`. Another worker's hold stays as it is. */
async function end(
  db: Handle,
  { name, owner, trigger, repeatMs }: Hold & Pick<Scheduled, 'trigger'> & { repeatMs: number | null },
): Promise<void> {
  const { everyMs, offsetMs } = trigger
  await db.query({
    name: 'end-scheduled-job',
    text: `UPDATE jobs.scheduled_job SET owner = NULL, lease_until = NULL, due_at = least(
        to_timestamp(((floor((extract(epoch FROM clock_timestamp()) * 1000 - $4) / $3) + 1) * $3 + $4) / 1000),
        clock_timestamp() + $5::float8 * interval '1 ms')
      WHERE name = $1 AND owner = $2`,
    values: [name, owner, everyMs, offsetMs, repeatMs],
  })
}
