import type { BankUnderTest } from './bank-under-test'
import type { Dice, Hazards } from './hazards'
import type { Journal } from './journal'
import type { SeededBug } from './seeded-bug'
import type { StoreUnderTest } from './store-under-test'
import type { Timeline } from './timeline'

/** The instant at which virtual time starts. */
export const START_MS = Date.UTC(2026, 10, 20, 12)

export interface World {
  seed: number
  dice: Dice
  timeline: Timeline
  hazards: Hazards
  journal: Journal
  store: StoreUnderTest
  bank: BankUnderTest
  leaseMs: number
  /** A customer that the store knows. */
  customerId: string
  bug: SeededBug | null
  /** Clients come within so long. */
  spreadMs: number
  /** Clients and requests that have not finished. */
  busy: number
  nextNumber(): number
}

/** A process of the service: one request, or one round of a reconciler. It may sleep, or die at any await. */
export interface Run {
  name: string
  alive: boolean
  /** Virtual milliseconds; until then nothing reaches it and it does nothing. */
  pausedUntil: number
  /** Its clock differs from the true one by so much. */
  skewMs: number
  onDeath: () => void
}

/** What a run came to. */
export type RunEnd<Value> = { kind: 'answered'; value: Value } | { kind: 'failed' } | { kind: 'died' }

/** A failure that the simulation made, not the code under test. */
export class InjectedFailure extends Error {}

/** Clocks of two machines are never quite the same. */
const SKEW_MAX_MS = 1_500

/** Runs the code of a process until it answers, throws or dies. What it throws by itself is a violation. */
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

/** The time as this process believes it to be. */
export function clockOf(world: World, run: Run): () => Date {
  return () => new Date(START_MS + world.timeline.nowMs + run.skewMs)
}

export function kill(world: World, run: Run): void {
  world.timeline.note(() => `${run.name} DIES`)
  run.alive = false
  run.onDeath()
}

export function pause(world: World, run: Run): void {
  const durationMs = world.hazards.pauseMs(world.leaseMs)
  world.timeline.note(() => `${run.name} sleeps for ${durationMs} ms`)
  run.pausedUntil = Math.max(run.pausedUntil, world.timeline.nowMs + durationMs)
}

/** Lets something reach a process: never a dead one, and a sleeping one only once it wakes. */
export function reach(world: World, run: Run, atMs: number, then: () => void): void {
  world.timeline.at(atMs, () => {
    if (!run.alive) return
    if (run.pausedUntil > world.timeline.nowMs) reach(world, run, run.pausedUntil, then)
    else then()
  })
}
