import type { Database, Handle, Queryable, Statement } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { payLink } from '@/lib/service/charges/pay-link'
import { TestBank } from '@/lib/service/processor/test-bank'
import { crashingProcessor } from './crashing-processor'
import { openTestPool, payment } from './create-shop'

// A separate process that pays a link with the real verb and gets SIGKILL, or SIGSTOP, at one point of the protocol.
// Started by charge-crash.test.ts: `node --import tsx crashing-payer.ts
// '{"url":…,"linkId":…,"attempt":…,"card":…,"point":…,"leaseMs":…}'`.
const { url, linkId, attempt, card, point, leaseMs, signal = 'SIGKILL' } = JSON.parse(process.argv[2] ?? '{}')

function crashAt(reached: string): void {
  if (reached === point) process.kill(process.pid, signal)
}

function crashingHandle(handle: Handle): Handle {
  return {
    async query<Row extends object>(statement: Statement) {
      const result = await handle.query<Row>(statement)
      crashAt(`committed ${statement.name}`)
      return result
    },
    async transaction<T>(work: (tx: Queryable) => Promise<T>) {
      const ran: string[] = []
      const value = await handle.transaction((tx) =>
        work({
          async query<Row extends object>(statement: Statement) {
            const result = await tx.query<Row>(statement)
            ran.push(statement.name ?? '')
            crashAt(`inside ${statement.name}`)
            return result
          },
        }),
      )
      for (const name of ran) crashAt(`committed ${name}`)
      return value
    },
    reserved: () => crashingHandle(handle.reserved()),
  }
}

const pool = openTestPool(url, 2)
const crashingDatabase: Pick<Database, 'as'> = { as: (role, tenant) => crashingHandle(pool.as(role, tenant)) }
await payLink(
  {
    // The verb uses only `as`; the class has private fields that a stand-in cannot have.
    database: crashingDatabase as Database,
    processor: crashingProcessor(new TestBank(pool, { webUrl: 'http://localhost:3000' }), crashAt),
    urls: { web: 'http://localhost:3000', api: 'http://localhost:3001' },
    leaseMs,
    now: () => new Date(),
    log: createLog('payer', 'silent'),
  },
  payment(linkId, card, { attempt }),
)
await pool.close()
