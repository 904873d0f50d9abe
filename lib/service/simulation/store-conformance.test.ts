import { openDrivenDatabase } from '@/prisma/factories/driven-database'
import { MemoryStore } from './memory-store'
import { openPostgresStore } from './postgres-store'
import { describeChargeStore } from './store-conformance'
import { START_MS } from './world'

const LEASE_MS = 30_000
/** The account is older than what happens in it. */
const OPENED_AT = new Date(START_MS - 86_400_000)

describeChargeStore('memory', async () => ({
  store: new MemoryStore({ accountId: 'acct_1', leaseMs: LEASE_MS }),
  customerId: 'cus_1',
  async close() {},
}))

describeChargeStore('Postgres', async () => {
  const { database, close } = await openDrivenDatabase(20)
  const store = await openPostgresStore({ database, leaseMs: LEASE_MS, openedAt: OPENED_AT })
  return { store, customerId: store.customerId, close }
})
