import { describe } from 'vitest'
import { openSimulatedClockDatabase } from '@/test/factories/simulated-clock-database'
import { describeChargeSteps } from './charge-conformance'
import { MemoryStore } from './memory-store'
import { describeOrphanSteps } from './orphan-conformance'
import { openPostgresStore } from './postgres-store'
import { LEASE_MS, type OpenedStore, StoreFixture } from './store-fixture'
import { START_MS } from './world'

/** Creation time of the account, before all its events. */
const OPENED_AT = new Date(START_MS - 86_400_000)
const CONNECTIONS = 20

/**
 * Tests everything that the charge protocol and the simulation rely on: because both forms pass, simulating one is
 * enough.
 */
function describeStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name} fulfills the guarantees of a charge's store:`, () => {
    const fixture = new StoreFixture(open)
    describeChargeSteps(fixture)
    describeOrphanSteps(fixture)
  })
}

describeStore('memory', async () => ({
  store: new MemoryStore({ accountId: 'acct_1', leaseMs: LEASE_MS }),
  customerId: 'cus_1',
  async close() {},
}))

describeStore('Postgres', async () => {
  const { database, close } = await openSimulatedClockDatabase(CONNECTIONS, { tampered: true })
  const store = await openPostgresStore({ database, leaseMs: LEASE_MS, openedAt: OPENED_AT })
  return { store, customerId: store.customerId, close }
})
