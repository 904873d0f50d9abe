import { findRow, type Handle } from './database'

export interface BucketRule {
  rate: number
  burst: number
}

/** Buckets of the service (role `checkout_system`) and of the dashboard (role `checkout_dashboard_system`). */
export type BucketTable = 'limits.bucket' | 'dashboard.bucket'

export interface Lease {
  granted: number
  left: number
}

/** Takes up to `wanted` tokens of a subject's bucket, by the database's clock. `db`: of the table's role. */
export async function leaseTokens(
  db: Handle,
  subject: Buffer,
  rule: BucketRule,
  wanted: number,
  table: BucketTable = 'limits.bucket',
): Promise<Lease> {
  const lease = await findRow<Lease>(db, {
    name: `lease-tokens ${table}`,
    text: `INSERT INTO ${table} AS b (subject, tokens, granted, refilled_at)
      VALUES ($1, $3::float8 - least($4::int, floor($3::float8)), least($4::int, floor($3::float8)), statement_timestamp())
      ON CONFLICT (subject) DO UPDATE SET
        tokens = ${LEVEL} - least($4::int, floor(${LEVEL})),
        granted = least($4::int, floor(${LEVEL})),
        refilled_at = greatest(b.refilled_at, statement_timestamp())
      RETURNING b.granted, b.tokens AS left`,
    values: [subject, rule.rate, rule.burst, wanted],
  })
  if (!lease) throw new Error('a bucket gave no answer')
  return lease
}

/** Current level of the bucket. A statement that waited for the row may be older than its last refill. */
const LEVEL = `least($3::float8, b.tokens
  + $2::float8 * greatest(0, extract(epoch FROM statement_timestamp() - b.refilled_at)))`

/** Deletes buckets that were unused for an hour, because they are full again. Returns their number. */
export async function sweepBuckets(db: Handle, table: BucketTable = 'limits.bucket'): Promise<number> {
  const { count } = await db.query({
    text: `DELETE FROM ${table} WHERE refilled_at < clock_timestamp() - interval '1 hour'`,
  })
  return count
}
