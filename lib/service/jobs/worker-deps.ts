import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import type { PublicUrls } from '@/lib/service/context'
import type { Processor } from '@/lib/service/processor/port'

/** Resources of background work that calls the processor. */
export interface WorkerDeps {
  database: Database
  processor: Processor
  urls: PublicUrls
  /** Lease of a claim, and the name of its process. */
  leaseMs: number
  owner: string
  now(): Date
  log: Log
}
