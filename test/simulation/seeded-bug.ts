import type { ChargeStore } from '@/lib/service/charges/charge-store'
import type { Processor } from '@/lib/service/processor/port'
import type { MemoryStore, MemoryStoreOptions } from './memory-store'
import type { Step } from './step'

/** A mistake put into the code under test, to know that the simulation finds it. */
export interface SeededBug {
  name: string
  /** What is wrong, in a sentence. */
  mistake: string
  /** A store whose steps are wrong. */
  store?: new (
    options: MemoryStoreOptions,
  ) => MemoryStore
  /** Steps of a charge done otherwise: each `step` may be cut off before and after. */
  steps?(plain: ChargeStore, step: Step, store: MemoryStore): Partial<ChargeStore>
  /** What is done at the bank instead, by a charge or by the reconciler. */
  bank?(bank: Processor, by: 'charge' | 'reconciler'): Partial<Processor>
}
