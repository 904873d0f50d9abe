import { type FieldError, invalidParameters } from '@/lib/contract/errors'
import { type FeeRate, feeMinor, percentToPpm } from '@/lib/domain/fee'
import { toMinor } from '@/lib/domain/money'
import { findRow, type Handle, type Queryable } from '@/lib/platform/database'
import { getAccount } from '@/lib/service/accounts/account-row'
import type { AccountChange } from '@/lib/service/accounts/change-account'
import { recordAudit } from '@/lib/service/audit/record-audit'

/** Returns the fee of an approved charge, in minor units, by the account's schedule in force at `now`. */
export async function chargeFee(
  tx: Queryable,
  { accountId, amountMinor }: { accountId: string; amountMinor: number },
  now: Date,
): Promise<number> {
  const fee = await findRow<{ percent_ppm: number; fixed_minor: number }>(tx, {
    name: 'fee-in-force',
    reads: true,
    text: `SELECT percent_ppm, fixed_minor FROM service.fee_schedule
      WHERE account_id = $1 AND valid_from <= $2 ORDER BY valid_from DESC LIMIT 1`,
    values: [accountId, now],
  })
  if (!fee) throw new Error(`account ${accountId} has no fee schedule in force`)
  return feeMinor(amountMinor, { percentPpm: fee.percent_ppm, fixedMinor: fee.fixed_minor })
}

/**
 * Sets a new fee from `now` on: percentage points (2.9) and a fixed part in major units of the account's currency; with
 * `dispute` also the fee of a dispute, which stays as it is otherwise. Payments approved and disputes opened before keep theirs. Throws `account_not_found`, 400 `invalid_parameters`.
 */
export async function setAccountFees(
  db: Handle,
  {
    accountId,
    actor,
    percent,
    fixed,
    dispute,
  }: AccountChange & { percent: number; fixed: number; dispute?: number },
  now: Date,
): Promise<FeeRate & { disputeMinor: number }> {
  const { currency } = await getAccount(db, accountId)
  const rate = parseRate({ percent, fixed, dispute }, currency)
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ disputeMinor: number }>({
      text: `INSERT INTO service.fee_schedule (account_id, valid_from, percent_ppm, fixed_minor, dispute_minor)
        VALUES ($1, $2, $3, $4, coalesce($5, (SELECT dispute_minor FROM service.fee_schedule
          WHERE account_id = $1 AND valid_from <= $2 ORDER BY valid_from DESC LIMIT 1), 0))
        ON CONFLICT (account_id, valid_from) DO UPDATE SET percent_ppm = excluded.percent_ppm, fixed_minor = excluded.fixed_minor,
          dispute_minor = excluded.dispute_minor
        RETURNING dispute_minor AS "disputeMinor"`,
      values: [accountId, now, rate.percentPpm, rate.fixedMinor, rate.disputeMinor],
    })
    const details = { percent, fixed, ...(dispute === undefined ? {} : { dispute }) }
    await recordAudit(tx, { accountId, actor, action: 'account.fees_set', objectId: accountId, details, now })
    return { ...rate, disputeMinor: rows[0]?.disputeMinor ?? 0 }
  })
}

interface SentFees {
  percent: number
  fixed: number
  dispute: number | undefined
}

function parseRate(
  { percent, fixed, dispute }: SentFees,
  currency: string,
): FeeRate & { disputeMinor: number | null } {
  const problems: FieldError[] = []
  let percentPpm = 0
  try {
    percentPpm = percentToPpm(percent)
  } catch {
    const message = 'Must be 0 to 100 with at most four decimals.'
    problems.push({ field: 'percent', code: 'invalid_value', message })
  }
  const minorOf = (field: 'fixed' | 'dispute', amount: number): number => {
    // A fee may be zero, unlike a payment.
    const minor = amount === 0 ? { ok: true as const, minor: 0 } : toMinor(amount, currency)
    if (minor.ok) return minor.minor
    problems.push({ field, code: minor.code, message: `Must be an amount of ${currency}, or 0.` })
    return 0
  }
  const fixedMinor = minorOf('fixed', fixed)
  const disputeMinor = dispute === undefined ? null : minorOf('dispute', dispute)
  if (problems.length > 0) throw invalidParameters(problems)
  return { percentPpm, fixedMinor, disputeMinor }
}
