import type { Database, Handle } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { TestBankTransfers } from '@/lib/service/bank/test-bank-transfers'
import { periodOf } from '@/lib/service/settlements/generate-settlement'
import { runTransfers } from '@/lib/service/settlements/run-transfers'
import { settleDue } from '@/lib/service/settlements/settle-due'
import type { SeedContext } from './seed-context'

const MINUTE_MS = 60_000

/**
 * Makes a past, and settles it day by day until an instant: each day after its midnight, its transfer in the morning. A
 * worker that tries meanwhile waits, because it would settle the past as of now. All settlements appear at once.
 */
export async function settlePast<Past>(
  { database, log }: SeedContext,
  account: AccountRow,
  { keyring, until }: { keyring: Keyring; until: Date },
  makePast: () => Promise<Past>,
): Promise<Past> {
  return database.as('checkout_system').transaction(async (tx) => {
    // The lock of a settlement's generation; the same transaction may acquire it again.
    const text = `SELECT pg_advisory_xact_lock(hashtextextended('settlements of ' || $1, 0)),
      set_config('idle_in_transaction_session_timeout', '0', true)`
    await tx.query({ text, values: [account.id] })
    const past = await makePast()
    const handle: Handle = { query: tx.query, transaction: (work) => work(tx), reserved: () => handle }
    // Verbs use only `as`, which needs none of the class's private fields.
    const inside = { database: { as: () => handle } as unknown as Database, keyring, usesTestBank: true }
    const calendar = { timezone: account.timezone, schedule: account.settlement_schedule }
    for (
      let { end } = periodOf(account.created_at, calendar);
      end <= until;
      end = periodOf(end, calendar).end
    ) {
      const generation = { until: end, now: new Date(end.getTime() + MINUTE_MS) }
      const { settlements, failed } = await settleDue(inside, generation, account.id)
      if (failed[0]) throw failed[0].error
      const ids = settlements.map(({ id }) => id)
      const now = () => new Date(end.getTime() + 6 * 60 * MINUTE_MS)
      const bank = new TestBankTransfers(database, { now, delayMs: 0 })
      const process = { bank, owner: `history of ${account.id}`, leaseMs: MINUTE_MS, now, log }
      if (ids.length > 0) await runTransfers({ ...inside, ...process }, ids)
    }
    return past
  })
}
