import type { Handle } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import { randomText } from '@/lib/platform/secrets'
import type { PublicUrls } from '@/lib/service/context'
import type { Processor } from '@/lib/service/processor/port'
import type { ChargeDeps } from './charge-protocol'
import { postgresChargeStore } from './postgres-charge-store'

export interface ChargeDepsOptions {
  /** Handle bound to the charged account. */
  db: Handle
  processor: Processor
  urls: PublicUrls
  leaseMs: number
  log: Log
  now(): Date
  processorTimeoutMs?: number
}

/** Returns the dependencies of the charge protocol for one request, under a unique owner name. */
export function chargeDeps(options: ChargeDepsOptions): ChargeDeps {
  const { db, processor, urls, leaseMs, log, now, processorTimeoutMs } = options
  return {
    store: postgresChargeStore({ db, urls, leaseMs }),
    processor,
    owner: randomText(16),
    now,
    onFailure: (payment_id, err) => log.error({ payment_id, err }, 'a step of a charge failed'),
    ...(processorTimeoutMs === undefined ? {} : { processorTimeoutMs }),
  }
}
