import type { BankUnderTest } from './bank-under-test'
import type { Dice, FaultInjector } from './fault-injector'
import type { Journal } from './journal'
import type { SeededBug } from './seeded-bug'
import type { StoreUnderTest } from './store-under-test'
import type { Timeline } from './timeline'

/** Start of virtual time. */
export const START_MS = Date.UTC(2026, 10, 20, 12)

export interface World {
  seed: number
  dice: Dice
  timeline: Timeline
  faultInjector: FaultInjector
  journal: Journal
  store: StoreUnderTest
  bank: BankUnderTest
  leaseMs: number
  /** Customer of the store. */
  customerId: string
  bug: SeededBug | null
  /** Period in which clients arrive. */
  spreadMs: number
  /** Number of clients and requests that have not finished. */
  busy: number
  nextNumber(): number
}

/** Process of the service: one request, or one round of a reconciler. It may sleep, or die at any await. */
export interface Run {
  name: string
  alive: boolean
  /** End of its sleep in virtual milliseconds; until then nothing reaches it and it does nothing. */
  pausedUntil: number
  /** Offset of its clock. */
  skewMs: number
  onDeath: () => void
}

/** Result of a run. */
export type RunEnd<Value> = { kind: 'answered'; value: Value } | { kind: 'failed' } | { kind: 'died' }

/** Failure caused by the simulation, not by the code under test. */
export class InjectedFailure extends Error {}

/** Largest offset: clocks of two machines are never exactly equal. */
const SKEW_MAX_MS = 1_500

/** Runs the code of a process until it returns, throws or dies. An error of its own is a violation. */
export function startRun<Value>(
  world: World,
  name: string,
  body: (run: Run) => Promise<Value>,
): Promise<RunEnd<Value>> {
  const { dice, timeline, journal } = world
  const skewMs = dice.int(-SKEW_MAX_MS, SKEW_MAX_MS)
  return new Promise((resolve) => {
    const run: Run = { name, alive: true, pausedUntil: 0, skewMs, onDeath: () => resolve({ kind: 'died' }) }
    body(run).then(
      (value) => resolve({ kind: 'answered', value }),
      (error: unknown) => {
        if (!(error instanceof InjectedFailure)) journal.violate(`${name} threw ${error}`)
        timeline.note(() => `${name} failed: ${error instanceof Error ? error.message : error}`)
        resolve({ kind: 'failed' })
      },
    )
  })
}

/** Returns the clock of this process. */
export function clockOf(world: World, run: Run): () => Date {
  return () => new Date(START_MS + world.timeline.nowMs + run.skewMs)
}

export function kill(world: World, run: Run): void {
  world.timeline.note(() => `${run.name} DIES`)
  run.alive = false
  run.onDeath()
}

export function pause(world: World, run: Run): void {
  const durationMs = world.faultInjector.pauseMs(world.leaseMs)
  world.timeline.note(() => `${run.name} sleeps for ${durationMs} ms`)
  run.pausedUntil = Math.max(run.pausedUntil, world.timeline.nowMs + durationMs)
}

/** Delivers an event to a process: never to a dead one, and to a sleeping one only once it wakes. */
export function deliverTo(world: World, run: Run, atMs: number, then: () => void): void {
  world.timeline.at(atMs, () => {
    if (!run.alive) return
    if (run.pausedUntil > world.timeline.nowMs) deliverTo(world, run, run.pausedUntil, then)
    else then()
  })
}
