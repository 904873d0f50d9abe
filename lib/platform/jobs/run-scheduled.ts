import { randomUUID } from 'node:crypto'
import type { Handle } from '@/lib/platform/database'
import type { Trigger } from './job'

/** A killed worker's job is claimed by another one after this. */
const LEASE_MS = 30_000
const EXTEND_EVERY_MS = 10_000
/** A failed job is repeated after this share of its interval. */
const RETRY_SHARE = 0.25

interface Scheduled {
  name: string
  trigger: Extract<Trigger, { kind: 'schedule' }>
  /** `signal` is aborted if the worker stops or loses the lease. */
  run(signal: AbortSignal): Promise<unknown>
  /** Aborted if the worker stops: what the job leaves is due at once. */
  ending?: AbortSignal
}

/**
 * Runs a job whose moment has come, under a lease that is extended until it ends. A moment that passed while no worker
 * lived comes at once. The time is the database's. `db` is a handle of `checkout_system`. Throws what `run` throws.
 */
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
