import type { ChargeStore } from '@/lib/service/charges/charge-store'
import type { Processor } from '@/lib/service/processor/port'
import type { MemoryRefunds } from './memory-refunds'
import type { MemoryStore, MemoryStoreOptions } from './memory-store'
import type { Step } from './step'

/** Process that calls the bank. */
export type Caller = 'charge' | 'reconciler' | 'refund' | 'repetition'

/** Mistake in the code under test, which the simulation must find. */
export interface SeededBug {
  name: string
  /** Description of the mistake in one sentence. */
  mistake: string
  /** Store with wrong steps. */
  store?: new (
    options: MemoryStoreOptions,
  ) => MemoryStore
  /** Returns changed steps of a charge: each `step` may be cut off before and after. */
  steps?(plain: ChargeStore, step: Step, store: MemoryStore): Partial<ChargeStore>
  /** Refunds with wrong steps. */
  refunds?: typeof MemoryRefunds
  /** Returns changed calls of the bank. */
  bank?(bank: Processor, by: Caller): Partial<Processor>
}
