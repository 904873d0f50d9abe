import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Handle } from '@/lib/platform/database'
import { isDatabaseAway } from '@/lib/platform/database-away'
import { listen } from '@/lib/platform/listen'
import type { Log } from '@/lib/platform/log'
import type { Job, Running, Turn } from './job'
import { Lanes } from './lanes'
import { runScheduled } from './run-scheduled'

/** Polls of the table of scheduled jobs: with the lease, the time after which a killed worker's job continues. */
const SCHEDULE_POLL_MS = 5_000

interface JobsOptions {
  log: Log
  /** Handle of `checkout_system`, under which scheduled jobs take turns. */
  schedules?: Handle
  /** Channel whose notifications wake the jobs of queues. */
  wakes?: { url: string; channel: string; applicationName: string }
}

/** Starts the jobs of one worker. Any number of workers may run beside each other over one database. */
export function startJobs(jobs: readonly Job[], { log, schedules, wakes }: JobsOptions): Running {
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
      startLoop(job, { log, schedules, ending: ending.signal }),
    )
    if (job.trigger.kind === 'queue') wakeCallbacks.push(...loops.map(({ wake }) => wake))
    return { stop: async () => void (await Promise.all(loops.map(({ ended }) => ended))) }
  })
  return {
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
  { log, schedules, ending }: Pick<JobsOptions, 'log' | 'schedules'> & { ending: AbortSignal },
): Loop {
  let isAway = false
  const onFailure = (err: unknown, lane?: string) => {
    // One line per loop and outage: an absent database fails each round.
    if (isAway && isDatabaseAway(err)) return
    isAway = isDatabaseAway(err)
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
