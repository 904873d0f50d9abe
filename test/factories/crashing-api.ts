import { buildApi } from '@/lib/service/http/server'
import { TestBank } from '@/lib/service/processor/test-bank'
import { type Death, deathAt, endWithoutConnection, endWithParent } from './death'
import { dyingProcessor } from './dying-processor'
import { apiOptions } from './running-api'
import { readClock, type SharedClock } from './shared-clock'
import { openTestPool } from './shop'
import { tappedDatabase } from './tapped-database'

/** Task of the process, as JSON in its first argument. */
export interface ApiOrder extends Death {
  url: string
  port: number
  clock: SharedClock
  /** Lease of a running charge. */
  leaseMs: number
}

const order: ApiOrder = JSON.parse(process.argv[2] ?? '{}')

// The API as a separate process that gets SIGKILL at one point of a charge, or at random ones. Started by the fixture
// charging-desks.ts: `node --import tsx crashing-api.ts '{"url":…,"port":…,"clock":…,"leaseMs":…}'`.
endWithParent()
endWithoutConnection()
const dieAt = deathAt(order)
const now = () => readClock(order.clock)
const pool = openTestPool(order.url, 5)
const options = apiOptions({ database: pool, now })
const bank = new TestBank(pool, { webUrl: options.urls.web, now })
const app = buildApi({
  ...options,
  database: tappedDatabase(pool, dieAt),
  processor: dyingProcessor(bank, dieAt),
  leaseMs: order.leaseMs,
})
await app.listen({ host: '127.0.0.1', port: order.port })
