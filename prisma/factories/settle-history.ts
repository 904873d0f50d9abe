import type { Database, Handle, Queryable } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { TestBankTransfers } from '@/lib/service/bank/test-bank-transfers'
import { runTransfers } from '@/lib/service/settlements/run-transfers'
import { settleDue } from '@/lib/service/settlements/settle-due'
import { periodOf } from '@/lib/service/settlements/settlement-period'
import type { Workshop } from './service'

const MINUTE_MS = 60_000
/** Transfers leave in the morning. */
const TRANSFER_AFTER_MS = 6 * 60 * MINUTE_MS

export interface HistoryToSettle {
  keyring: Keyring
  /** The first instant of the account's history. */
  from: Date
  /** Days that have ended by then are settled and paid. */
  until: Date
}

/**
 * Settles a shop's past day by day, each a minute after its midnight, with its transfer the next morning, by the real
 * verbs under a driven clock. All of it becomes visible at once, so that no running worker takes part.
 */
export async function settleHistory(
  workshop: Workshop,
  account: AccountRow,
  { keyring, from, until }: HistoryToSettle,
): Promise<void> {
  const { database, log } = workshop
  const calendar = { timezone: account.timezone, schedule: account.settlement_schedule }
  await database.as('checkout_system').transaction(async (tx) => {
    const inside = { database: within(tx), keyring, testMode: true }
    for (let { end } = periodOf(from, calendar); end <= until; end = periodOf(end, calendar).end) {
      const generatedAt = new Date(end.getTime() + MINUTE_MS)
      const generation = { until: end, now: generatedAt }
      const { settlements, failed } = await settleDue(inside, generation, account.id)
      if (failed[0]) throw failed[0].error
      const leavesAt = () => new Date(generatedAt.getTime() + TRANSFER_AFTER_MS)
      await runTransfers(
        {
          ...inside,
          bank: new TestBankTransfers(database, { now: leavesAt, delayMs: 0 }),
          owner: `history of ${account.id}`,
          leaseMs: MINUTE_MS,
          now: leavesAt,
          log,
        },
        settlements.map(({ id }) => id),
      )
    }
  })
}

/** A database of which every step is part of one transaction, under the role that sees all accounts. */
function within(tx: Queryable): Database {
  const handle: Handle = { query: (statement) => tx.query(statement), transaction: (work) => work(tx) }
  const inside: Pick<Database, 'as'> = { as: () => handle }
  // Only `as` is used by verbs; the class has private fields that a stand-in cannot have.
  return inside as Database
}
