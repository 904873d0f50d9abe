import { buildApi } from '@/lib/service/http/server'
import { TestBank } from '@/lib/service/processor/test-bank'
import { type CrashPlan, crashTap, exitWithoutConnection, exitWithParent } from './crash-tap'
import { crashingProcessor } from './crashing-processor'
import { openTestPool } from './create-shop'
import { apiOptions } from './running-api'
import { readClock, type SharedClock } from './shared-clock'
import { tappedDatabase } from './tapped-database'

/** Task of the process, as JSON in its first argument. */
export interface ApiTask extends CrashPlan {
  url: string
  port: number
  clock: SharedClock
  /** Lease of a running charge. */
  leaseMs: number
}

const task: ApiTask = JSON.parse(process.argv[2] ?? '{}')

// The API as a separate process that gets SIGKILL at one point of a charge, or at random ones. Started by the fixture
// charging-members.ts: `node --import tsx crashing-api.ts '{"url":…,"port":…,"clock":…,"leaseMs":…}'`.
exitWithParent()
exitWithoutConnection()
const crashAt = crashTap(task)
const now = () => readClock(task.clock)
const pool = openTestPool(task.url, 5)
const options = apiOptions({ database: pool, now })
const bank = new TestBank(pool, { webUrl: options.urls.web, now })
const app = buildApi({
  ...options,
  database: tappedDatabase(pool, crashAt),
  processor: crashingProcessor(bank, crashAt),
  leaseMs: task.leaseMs,
})
await app.listen({ host: '127.0.0.1', port: task.port })
