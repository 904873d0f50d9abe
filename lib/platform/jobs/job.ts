import type { Lanes } from './lanes'

export interface Running {
  /** Takes nothing new and waits for what runs. */
  stop(): Promise<void>
}

export type Trigger =
  /** Multiples of `everyMs` since 1970 (UTC) plus `offsetMs`, each once for all workers. */
  | { kind: 'schedule'; everyMs: number; offsetMs: number }
  /** Rows whose commit wakes the workers. The poll finds those whose notification was lost. */
  | { kind: 'queue'; pollMs: number }
  /** Rows whose time comes, found by a poll of each worker. */
  | { kind: 'due rows'; pollMs: number }

/** Work at once in one worker: rounds, rows of a handler's own loop, or lanes, `perTeam` of one team. */
type Concurrency = { rounds: number } | { rows: number } | { lanes: number; perTeam: number }

export interface Turn {
  /** Aborted when the round should end early: the worker stops, or another one has the job. */
  signal: AbortSignal
  /** Work that continues after the round, of jobs whose concurrency is `lanes`. */
  lanes: Lanes
}

/** One kind of background work. A worker may die at any moment, so a handler is written to be repeated. */
export interface Job {
  name: string
  trigger: Trigger
  concurrency: Concurrency
  handler: Handler
}

/** `run` does one round; the next follows at once after true or a count. `start` runs a loop of its own. */
type Handler = { run: Run } | { start(): Running }

export const ONE_ROUND = { rounds: 1 } as const

export const queue = (pollMs: number): Trigger => ({ kind: 'queue', pollMs })
export const dueRows = (pollMs: number): Trigger => ({ kind: 'due rows', pollMs })

type Run = (turn: Turn) => Promise<boolean | number | undefined>

/** Returns a job of rounds. */
export function job(name: string, trigger: Trigger, concurrency: Concurrency, run: Run): Job {
  return { name, trigger, concurrency, handler: { run } }
}

/** Returns a job of one round at a time that waits for its next poll, whatever the round found. */
export function chore(name: string, trigger: Trigger, run: (turn: Turn) => Promise<unknown>): Job {
  return job(name, trigger, ONE_ROUND, async (turn) => void (await run(turn)))
}
