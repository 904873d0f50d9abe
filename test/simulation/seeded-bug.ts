import type { ChargeStore } from '@/lib/service/charges/charge-store'
import type { Processor } from '@/lib/service/processor/port'
import type { MemoryStore, MemoryStoreOptions } from './memory-store'
import type { Step } from './step'

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
  /** Returns changed calls of the bank, by a charge or by the reconciler. */
  bank?(bank: Processor, by: 'charge' | 'reconciler'): Partial<Processor>
}
