import type { Database, Handle, Queryable } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { TestBankTransfers } from '@/lib/service/bank/test-bank-transfers'
import { runTransfers } from '@/lib/service/settlements/run-transfers'
import { settleDue } from '@/lib/service/settlements/settle-due'
import { periodOf } from '@/lib/service/settlements/settlement-period'
import type { SeedContext } from './seed-context'

const MINUTE_MS = 60_000
/** Time after midnight at which transfers leave. */
const TRANSFER_AFTER_MS = 6 * 60 * MINUTE_MS
/** Well below the time after which Postgres ends an idle transaction. */
const KEEP_ALIVE_MS = 3_000

/**
 * Runs work during which no worker may settle the account: its past would be settled as of now. A worker that tries
 * waits, as for another worker. `work` gets the only transaction that may settle in the meantime.
 */
export async function holdSettlements(
  { database }: SeedContext,
  account: Pick<AccountRow, 'id'>,
  work: (tx: Queryable) => Promise<void>,
): Promise<void> {
  await database.as('checkout_system').transaction(async (tx) => {
    // The lock of a settlement's generation; the same transaction may acquire it again.
    await tx.query({
      text: `SELECT pg_advisory_xact_lock(hashtextextended('settlements of ' || $1, 0))`,
      values: [account.id],
    })
    // The next statement of the work reports a lost connection.
    const keepAlive = setInterval(() => tx.query({ text: 'SELECT 1' }).catch(() => {}), KEEP_ALIVE_MS)
    await work(tx).finally(() => clearInterval(keepAlive))
  })
}

/**
 * Settles the account day by day until an instant, each day a minute after its midnight, with its transfer the next
 * morning. All of it becomes visible at once with `tx`, so that no running worker takes part.
 */
export async function settleHistory(
  { database, log }: SeedContext,
  account: AccountRow,
  tx: Queryable,
  { keyring, until }: { keyring: Keyring; until: Date },
): Promise<void> {
  const calendar = { timezone: account.timezone, schedule: account.settlement_schedule }
  const handle: Handle = {
    query: (statement) => tx.query(statement),
    transaction: (work) => work(tx),
    reserved: () => handle,
  }
  // Verbs use only `as`, which needs none of the class's private fields.
  const inside = { database: { as: () => handle } as unknown as Database, keyring, testMode: true }
  for (
    let { end } = periodOf(account.created_at, calendar);
    end <= until;
    end = periodOf(end, calendar).end
  ) {
    const generatedAt = new Date(end.getTime() + MINUTE_MS)
    const { settlements, failed } = await settleDue(inside, { until: end, now: generatedAt }, account.id)
    if (failed[0]) throw failed[0].error
    if (settlements.length === 0) continue
    const now = () => new Date(generatedAt.getTime() + TRANSFER_AFTER_MS)
    const bank = new TestBankTransfers(database, { now, delayMs: 0 })
    const transfers = { ...inside, bank, owner: `history of ${account.id}`, leaseMs: MINUTE_MS, now, log }
    await runTransfers(
      transfers,
      settlements.map(({ id }) => id),
    )
  }
}
