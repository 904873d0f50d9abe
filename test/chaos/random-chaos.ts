import { setTimeout } from 'node:timers/promises'
import type { Random } from '@/prisma/demo/random'
import { type Deployment, type ManagedProcess, type Outage, signalAll } from './deployment'

/** Pause between two actions. */
const PAUSE_MS = [1_000, 4_000] as const
/** Durations of stops: shorter than any timeout, longer than that of a request, longer than a lease. */
const STOPS_MS = [1_000, 3_000, 12_000, 35_000] as const
const POSTGRES_STOPS_MS = [1_000, 3_000, 8_000] as const
const WATCH_MS = 100

export interface Chaos {
  /** Number of times that each action was done. */
  acts: Map<string, number>
  /** Periods without Postgres, or without a worker, in the order of their ends. */
  outages: Outage[]
  /** Ends the actions and lets everything run again. */
  end(): Promise<void>
}

/** Kills and stops the processes and Postgres of a deployment at random until it is ended. */
export function startChaos({ processes, postgres }: Deployment, random: Random): Chaos {
  const acts = new Map<string, number>()
  const outages: Outage[] = []
  let isOver = false
  const did = (act: string) => acts.set(act, (acts.get(act) ?? 0) + 1)
  const resumed: Promise<void>[] = []

  const stopFor = (ms: number, stop: () => void, resume: () => void) => {
    stop()
    const wait = async () => {
      for (const until = Date.now() + ms; Date.now() < until && !isOver; ) await setTimeout(WATCH_MS)
      resume()
    }
    resumed.push(wait())
  }
  const act = () => {
    const victim = random.weighted<ManagedProcess | 'postgres'>([
      ...processes.map((managed) => [managed, managed.kind === 'web' ? 0.7 : 2] as const),
      ['postgres', 2.5],
    ])
    if (victim === 'postgres') return actOnPostgres()
    if (!victim.isRunning) return
    if (random.chance(0.55)) {
      did(`kill -9 ${victim.kind}`)
      return victim.signal('SIGKILL')
    }
    const ms = random.pick(STOPS_MS)
    did(`stop ${victim.kind} ${ms / 1_000} s`)
    const { pid } = victim
    stopFor(
      ms,
      () => victim.signal('SIGSTOP'),
      () => victim.pid === pid && victim.signal('SIGCONT'),
    )
  }
  const actOnPostgres = () => {
    if (!postgres.isServing) return
    const ms = random.pick(POSTGRES_STOPS_MS)
    const { pid, backends } = postgres
    const [name, stopped] = random.weighted<readonly [string, readonly number[]]>([
      [['kill -9 postgres', []], 4],
      [['stop the postmaster', [pid]], 2],
      [['stop a backend', backends.length > 0 ? [random.pick(backends)] : []], 3],
      [['stop all of postgres', [pid, ...backends]], 1],
    ])
    did(name === 'kill -9 postgres' ? name : `${name} ${ms / 1_000} s`)
    if (name === 'kill -9 postgres') return postgres.kill()
    const from = Date.now()
    stopFor(
      ms,
      () => signalAll(stopped, 'SIGSTOP'),
      () => {
        signalAll(stopped, 'SIGCONT')
        if (name === 'stop all of postgres') outages.push({ of: 'postgres', from, until: Date.now() })
      },
    )
  }
  const watch = async () => {
    const began = new Map<Outage['of'], number>()
    const note = (of: Outage['of'], isServing: boolean) => {
      const from = began.get(of)
      if (!isServing && from === undefined) began.set(of, Date.now())
      if (!isServing || from === undefined) return
      outages.push({ of, from, until: Date.now() })
      began.delete(of)
    }
    const workers = processes.filter(({ kind }) => kind === 'worker')
    while (!isOver || began.size > 0) {
      note('postgres', postgres.isServing)
      note(
        'worker',
        workers.some(({ isRunning }) => isRunning),
      )
      await setTimeout(WATCH_MS)
    }
  }
  const run = async () => {
    while (!isOver) {
      act()
      await setTimeout(random.int(...PAUSE_MS))
    }
  }
  const running = run()
  const watching = watch()
  return {
    acts,
    outages,
    async end() {
      isOver = true
      await running
      await Promise.all(resumed)
      await watching
      for (const managed of processes) await managed.ready()
      outages.sort((a, b) => a.from - b.from)
    },
  }
}
