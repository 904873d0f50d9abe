import type { SettlementSchedule } from '@/lib/contract/account'
import { newId } from '@/lib/contract/ids'
import { addDays, dayIn, mondayOf, startOfDay } from '@/lib/domain/calendar-days'
import { findRow, type Handle, type Queryable } from '@/lib/platform/database'
import { isCurrentBankAccount } from '@/lib/service/bank/bank-account-row'
import { bookCreatedSettlement } from '@/lib/service/ledger/bookings'
import { recordEvent } from '@/lib/service/webhooks/record-event'
import { findSettlements, renderSettlement, type SettlementRow } from './settlement-row'

export interface SettledAccount {
  id: string
  currency: string
  timezone: string
  settlement_schedule: SettlementSchedule
}

export interface Generation {
  /** Periods that have ended by this instant are due; later than `now` only if an operator sets it. */
  until: Date
  now: Date
}

/** Time limit of a generation: a hundred thousand payments take seconds, so a longer statement is stuck. */
const GENERATION_TIMEOUT_MS = 600_000

/** Generates the account's next settlement under its lock; null if no period with payments has ended. */
export async function generateSettlement(
  db: Handle,
  account: SettledAccount,
  { until, now }: Generation,
): Promise<SettlementRow | null> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ held: boolean }>({
      name: 'settle-lock',
      text: `SELECT pg_try_advisory_xact_lock(hashtextextended('settlements of ' || $1, 0)) AS held,
        set_config('statement_timeout', $2, true)`,
      values: [account.id, String(GENERATION_TIMEOUT_MS)],
    })
    // Another run generates for this account, and handles everything that is due.
    if (!rows[0]?.held) return null
    const period = await nextPeriod(tx, account)
    if (!period || period.end > until) return null
    const settlement = await claimPayments(tx, account, period, now)
    if (!settlement) return null
    await bookCreatedSettlement(tx, settlement, now)
    await recordEvent(tx, {
      accountId: account.id,
      kind: 'settlement.created',
      object: renderSettlement(settlement),
      now,
    })
    return settlement
  })
}

/** Returns the period of the oldest waiting payment, after everything that was settled. null = no payment waits. */
async function nextPeriod(tx: Queryable, account: SettledAccount): Promise<Period | null> {
  const row = await findRow<{ oldest: Date; settled_until: Date | null }>(tx, {
    name: 'settle-next',
    text: `SELECT p.approved_at AS oldest,
        (SELECT max(s.period_end) FROM service.settlement s WHERE s.account_id = $1) AS settled_until
      FROM service.payment p WHERE p.account_id = $1 AND p.status = 'APPROVED' AND p.settlement_id IS NULL
      ORDER BY p.approved_at LIMIT 1`,
    values: [account.id],
  })
  if (!row) return null
  const { oldest, settled_until: settledUntil } = row
  const calendar = { timezone: account.timezone, schedule: account.settlement_schedule }
  const period = periodOf(settledUntil && settledUntil > oldest ? settledUntil : oldest, calendar)
  // A period that was partly settled before a change of schedule or zone continues after its settled part.
  return settledUntil && settledUntil > period.start ? { start: settledUntil, end: period.end } : period
}

/**
 * Takes every payment approved before the period's end that no settlement has, with the refunds that succeeded and the disputes that opened or were
 * won before it, and creates their settlement: one statement, after which the settlement is read. Its instant is later than that of the previous one, so that lists keep their order.
 */
async function claimPayments(
  tx: Queryable,
  { id: accountId, currency }: SettledAccount,
  { start, end }: Period,
  now: Date,
): Promise<SettlementRow | null> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'settle-claim',
    text: `WITH last AS (
        SELECT period_end, net_minor, created_at FROM service.settlement
        WHERE account_id = $1 ORDER BY period_end DESC LIMIT 1
      ), claimed AS (
        UPDATE service.payment SET settlement_id = $2
        WHERE account_id = $1 AND status = 'APPROVED' AND settlement_id IS NULL AND approved_at < $5
        RETURNING amount_minor, fee_minor
      ), refunded AS (
        UPDATE service.refund SET settlement_id = $2
        WHERE account_id = $1 AND status = 'SUCCEEDED' AND settlement_id IS NULL AND finished_at < $5
          AND EXISTS (SELECT FROM claimed)
        RETURNING amount_minor - fee_minor AS amount_minor
      ), unrefunded AS (
        UPDATE service.refund SET reversal_settlement_id = $2
        WHERE account_id = $1 AND status = 'FAILED' AND settlement_id IS NOT NULL AND reversal_settlement_id IS NULL
          AND finished_at < $5 AND EXISTS (SELECT FROM claimed)
        RETURNING amount_minor - fee_minor AS amount_minor
      ), disputed AS (
        UPDATE service.dispute_movement SET settlement_id = $2
        WHERE account_id = $1 AND settlement_id IS NULL AND created_at < $5 AND EXISTS (SELECT FROM claimed)
        RETURNING amount_minor
      ), summed AS (
        SELECT count(*) AS payments, sum(amount_minor) AS gross, sum(fee_minor) AS fee,
          coalesce((SELECT sum(amount_minor) FROM refunded), 0)
            - coalesce((SELECT sum(amount_minor) FROM unrefunded), 0) AS refunds,
          coalesce((SELECT sum(amount_minor) FROM disputed), 0) AS disputes,
          coalesce((SELECT greatest(-net_minor, 0) FROM last), 0) AS debt
        FROM claimed
      ), netted AS (
        SELECT payments, gross, fee, refunds, disputes, debt, gross - fee - refunds - disputes - debt AS net FROM summed
      )
      INSERT INTO service.settlement AS s (account_id, id, status, currency, gross_minor, fee_minor, refund_minor, dispute_minor,
        debt_minor, net_minor, payment_count, period_start, period_end, previous_end, bank_account_id, transfer_step, due_at, created_at)
      SELECT $1, $2, CASE WHEN net > 0 THEN 'PENDING' ELSE 'DEBT' END, $3, gross, fee, refunds, disputes, debt, net,
        payments, $4::timestamptz, $5, (SELECT period_end FROM last),
        CASE WHEN net > 0
          THEN (SELECT b.id FROM service.bank_account b WHERE b.account_id = $1 AND ${isCurrentBankAccount('$6::timestamptz')}) END,
        CASE WHEN net > 0 THEN 'WAITING' END, CASE WHEN net > 0 THEN $6::timestamptz END,
        greatest($6::timestamptz, (SELECT created_at + interval '1 millisecond' FROM last))
      FROM netted WHERE payments > 0
      RETURNING s.id`,
    values: [accountId, newId('set', now), currency, start, end, now],
  })
  // Only the next statement sees the refunds and disputes that this one took.
  const [settlement] = rows[0] ? await findSettlements(tx, [rows[0].id]) : []
  return settlement ?? null
}

export interface Period {
  start: Date
  end: Date
}

export interface Calendar {
  timezone: string
  schedule: SettlementSchedule
}

const WEEK_DAYS = 7

/** Returns the day, or the week from Monday, of the account's zone that contains `instant`, without gaps. */
export function periodOf(instant: Date, { timezone, schedule }: Calendar): Period {
  const today = dayIn(instant.getTime(), timezone)
  const first = schedule === 'weekly' ? mondayOf(today) : today
  const next = addDays(first, schedule === 'weekly' ? WEEK_DAYS : 1)
  return { start: new Date(startOfDay(first, timezone)), end: new Date(startOfDay(next, timezone)) }
}
