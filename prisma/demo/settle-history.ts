import type { Database, Handle, Queryable, Statement } from '@/lib/platform/database'
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

export interface HistoryToSettle {
  keyring: Keyring
  /** First instant of the account's history. */
  from: Date
  /** Instant by which finished days are settled and paid. */
  until: Date
}

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
    const turns = oneByOne(tx)
    const keepAlive = setInterval(() => turns.query({ text: 'SELECT 1' }).catch(() => {}), KEEP_ALIVE_MS)
    try {
      await work(turns)
    } finally {
      clearInterval(keepAlive)
    }
  })
}

/**
 * Settles a shop's past day by day, each a minute after its midnight, with its transfer the next morning, with the real
 * verbs under a simulated clock. All of it becomes visible at once with `tx`, so that no running worker takes part.
 */
export async function settleHistory(
  seedContext: SeedContext,
  account: AccountRow,
  tx: Queryable,
  { keyring, from, until }: HistoryToSettle,
): Promise<void> {
  const { database, log } = seedContext
  const calendar = { timezone: account.timezone, schedule: account.settlement_schedule }
  const inside = { database: within(tx), keyring, testMode: true }
  for (let { end } = periodOf(from, calendar); end <= until; end = periodOf(end, calendar).end) {
    const generatedAt = new Date(end.getTime() + MINUTE_MS)
    const generation = { until: end, now: generatedAt }
    const { settlements, failed } = await settleDue(inside, generation, account.id)
    if (failed[0]) throw failed[0].error
    if (settlements.length === 0) continue
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
}

/** Serializes statements, because a connection runs one at a time. */
function oneByOne(tx: Queryable): Queryable {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query<Row extends object>(statement: Statement) {
      const turn = last.then(() => tx.query<Row>(statement))
      last = turn.catch(() => {})
      return turn
    },
  }
}

/** Returns a database whose every step is part of one transaction, under the role that sees all accounts. */
function within(tx: Queryable): Database {
  const handle: Handle = {
    query: (statement) => tx.query(statement),
    transaction: (work) => work(tx),
    reserved: () => handle,
  }
  const inside: Pick<Database, 'as'> = { as: () => handle }
  // Verbs use only `as`; the class has private fields that a stand-in cannot have.
  return inside as Database
}
