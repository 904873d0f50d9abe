import { feeMinor } from '@/lib/domain/fee'
import type { Queryable } from '@/lib/platform/database'

/** Returns the fee of an approved charge, in minor units, by the account's schedule in force at `now`. */
export async function chargeFee(
  tx: Queryable,
  { accountId, amountMinor }: { accountId: string; amountMinor: number },
  now: Date,
): Promise<number> {
  const { rows } = await tx.query<{ percent_ppm: number; fixed_minor: number }>({
    name: 'fee-in-force',
    reads: true,
    text: `SELECT percent_ppm, fixed_minor FROM service.fee_schedule
      WHERE account_id = $1 AND valid_from <= $2 ORDER BY valid_from DESC LIMIT 1`,
    values: [accountId, now],
  })
  const [fee] = rows
  if (!fee) throw new Error(`account ${accountId} has no fee schedule in force`)
  return feeMinor(amountMinor, { percentPpm: fee.percent_ppm, fixedMinor: fee.fixed_minor })
}
