import type { Database, Handle, Queryable, Statement } from '@/lib/platform/database'
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

/** Well below the time after which Postgres ends a transaction that says nothing. */
const STAY_AWAKE_MS = 3_000

/**
 * Does work in whose midst no worker may settle the account: its past would all be settled as of now. A worker that
 * tries waits, as it does for another worker. `work` gets the transaction that alone may settle meanwhile.
 */
export async function holdSettlements(
  { database }: Workshop,
  account: Pick<AccountRow, 'id'>,
  work: (tx: Queryable) => Promise<void>,
): Promise<void> {
  await database.as('checkout_system').transaction(async (tx) => {
    // The very lock of a generation; whoever holds it may take it again.
    await tx.query({
      text: `SELECT pg_advisory_xact_lock(hashtextextended('settlements of ' || $1, 0))`,
      values: [account.id],
    })
    // A connection that was lost tells the next statement of the work.
    const turns = oneByOne(tx)
    const awake = setInterval(() => turns.query({ text: 'SELECT 1' }).catch(() => {}), STAY_AWAKE_MS)
    try {
      await work(turns)
    } finally {
      clearInterval(awake)
    }
  })
}

/**
 * Settles a shop's past day by day, each a minute after its midnight, with its transfer the next morning, by the real
 * verbs under a driven clock. All of it becomes visible at once with `tx`, so that no running worker takes part.
 */
export async function settleHistory(
  workshop: Workshop,
  account: AccountRow,
  tx: Queryable,
  { keyring, from, until }: HistoryToSettle,
): Promise<void> {
  const { database, log } = workshop
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

/** A connection takes one statement at a time. */
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

/** A database of which every step is part of one transaction, under the role that sees all accounts. */
function within(tx: Queryable): Database {
  const handle: Handle = {
    query: (statement) => tx.query(statement),
    transaction: (work) => work(tx),
    reserved: () => handle,
  }
  const inside: Pick<Database, 'as'> = { as: () => handle }
  // Only `as` is used by verbs; the class has private fields that a stand-in cannot have.
  return inside as Database
}
