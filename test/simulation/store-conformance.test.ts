import { describe } from 'vitest'
import { openDrivenDatabase } from '@/test/factories/driven-database'
import { describeChargeSteps } from './charge-conformance'
import { MemoryStore } from './memory-store'
import { describeOrphanSteps } from './orphan-conformance'
import { openPostgresStore } from './postgres-store'
import { LEASE_MS, type OpenedStore, StoreBench } from './store-bench'
import { START_MS } from './world'

/** The account is older than what happens in it. */
const OPENED_AT = new Date(START_MS - 86_400_000)
const CONNECTIONS = 20

/** All that the charge protocol and the simulation rely on: what passes in both forms may be simulated in one. */
function describeStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name} keeps the promises of a charge's store:`, () => {
    const bench = new StoreBench(open)
    describeChargeSteps(bench)
    describeOrphanSteps(bench)
  })
}

describeStore('memory', async () => ({
  store: new MemoryStore({ accountId: 'acct_1', leaseMs: LEASE_MS }),
  customerId: 'cus_1',
  async close() {},
}))

describeStore('Postgres', async () => {
  const { database, close } = await openDrivenDatabase(CONNECTIONS, { tampered: true })
  const store = await openPostgresStore({ database, leaseMs: LEASE_MS, openedAt: OPENED_AT })
  return { store, customerId: store.customerId, close }
})
