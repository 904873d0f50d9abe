import type { ConnectionContext } from '@/lib/dashboard/context'
import { decimalsInMirror } from '@/lib/dashboard/mirror/mirror-amount'

type Scope = Pick<ConnectionContext, 'db' | 'connectionId'>

/** Approved payments of one currency without a settlement, by the partial index `mirror_payment_unsettled`. */
const UNSETTLED = `dashboard.mirror_payment WHERE connection_id = $1 AND settlement_id IS NULL AND status = 'APPROVED'
  AND currency = $2 AND missing_at IS NULL`
/** Minor units of a payment's fee, truncated like the mirror's amounts; null if it is not a number. */
const FEE_MINOR = `CASE WHEN jsonb_typeof(snapshot -> 'fee_amount') = 'number'
  THEN trunc((snapshot ->> 'fee_amount')::numeric * power(10::numeric, $3::integer)) END`

/** Count and sums, in minor units, of payments and of their reported fees. */
interface UnsettledSums {
  count: number
  minor: bigint
  fees: number
  feeMinor: bigint
}

/** Returns the sums of the mirrored payments without a settlement, optionally only those created before an instant. */
export async function unsettledSums(
  { db, connectionId }: Scope,
  currency: string,
  before: string | null = null,
): Promise<UnsettledSums> {
  const { rows } = await db.query<{ count: number; minor: string; fees: number; fee_minor: string }>({
    name: 'unsettled-sums',
    text: `SELECT count(*)::integer AS count, COALESCE(sum(amount_minor), 0)::text AS minor, count(fee)::integer AS fees,
        COALESCE(sum(fee), 0)::bigint::text AS fee_minor
      FROM (
        SELECT amount_minor, ${FEE_MINOR} AS fee FROM ${UNSETTLED}
          AND created_at < COALESCE($4::timestamptz, 'infinity')
      ) AS waiting`,
    values: [connectionId, currency, decimalsInMirror(currency), before],
  })
  const [{ count, minor, fees, fee_minor } = { count: 0, minor: 0, fees: 0, fee_minor: 0 }] = rows
  return { count, minor: BigInt(minor), fees, feeMinor: BigInt(fee_minor) }
}

/** A payment with its fee; null if it is not reported. */
interface UnsettledPayment {
  id: string
  payer_name: string
  payer_email: string
  created_at: Date
  minor: string
  fee_minor: string | null
}

/** Returns the newest mirrored payments without a settlement. */
export async function newestUnsettled(
  { db, connectionId }: Scope,
  currency: string,
  limit: number,
): Promise<UnsettledPayment[]> {
  const { rows } = await db.query<UnsettledPayment>({
    name: 'unsettled-newest',
    text: `SELECT id, payer_name, payer_email, created_at, amount_minor::text AS minor,
        (${FEE_MINOR})::bigint::text AS fee_minor
      FROM ${UNSETTLED} ORDER BY created_at DESC, id DESC LIMIT $4`,
    values: [connectionId, currency, decimalsInMirror(currency), limit],
  })
  return rows
}
