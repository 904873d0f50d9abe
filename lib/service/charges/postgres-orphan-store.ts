import type { Handle } from '@/lib/platform/database'
import type { Orphan, OrphanStore } from './charge-store'

/** SQL condition of due payments, by an index that holds what is unfinished, from its beginning to what is due. */
const IS_DUE = `status = 'PENDING' AND coalesce(lease_until, confirm_until) <= greatest($3, statement_timestamp())
  AND (CASE WHEN step = 'CONFIRMING' THEN confirm_until <= $3
    WHEN step = 'AUTHORIZING' AND confirm_until > $3 THEN false
    ELSE lease_until <= clock_timestamp() END)`

/** Implements the reconciler's steps on Postgres; `db` sees every account (role checkout_system). */
export function postgresOrphanStore({ db, leaseMs }: { db: Handle; leaseMs: number }): OrphanStore {
  return {
    async claimOrphans(owner, limit, now, { busy, perAccount } = { busy: [], perAccount: limit }) {
      const { rows } = await db.query<OrphanRow>({
        name: 'orphan-claim',
        text: `WITH ranked AS (
            SELECT account_id, id,
              row_number() OVER (PARTITION BY account_id ORDER BY coalesce(lease_until, confirm_until), created_at) AS turn
            FROM service.payment WHERE ${IS_DUE} AND account_id <> ALL ($5::text[])
          ), due AS MATERIALIZED (
            SELECT account_id, id FROM service.payment JOIN ranked USING (account_id, id)
            WHERE ${IS_DUE} AND turn <= $6::bigint
            ORDER BY turn, coalesce(lease_until, confirm_until), created_at LIMIT $2 FOR UPDATE OF payment SKIP LOCKED
          )
          UPDATE service.payment p
          SET owner = $1, step = 'VOIDING', lease_until = clock_timestamp() + $4 * interval '1 millisecond'
          FROM due WHERE p.account_id = due.account_id AND p.id = due.id
          RETURNING p.account_id, p.id, p.link_id, p.amount_minor, p.void_attempts, (
            SELECT k.request_id FROM service.idempotency_key k WHERE k.account_id = p.account_id AND k.payment_id = p.id
          ) AS request_id`,
        values: [owner, limit, now, leaseMs, busy, perAccount],
      })
      return rows.map(
        (row): Orphan => ({
          accountId: row.account_id,
          paymentId: row.id,
          linkId: row.link_id,
          amountMinor: row.amount_minor,
          voidAttempts: row.void_attempts,
          requestId: row.request_id ?? row.id,
          owner,
        }),
      )
    },
    async postpone(orphan, waitMs) {
      await db.query({
        name: 'orphan-postpone',
        text: `UPDATE service.payment SET owner = NULL, void_attempts = void_attempts + 1,
            lease_until = clock_timestamp() + $4 * interval '1 millisecond'
          WHERE account_id = $1 AND id = $2 AND owner = $3 AND status = 'PENDING'`,
        values: [orphan.accountId, orphan.paymentId, orphan.owner, waitMs],
      })
    },
  }
}

interface OrphanRow {
  account_id: string
  id: string
  link_id: string | null
  amount_minor: number
  void_attempts: number
  request_id: string | null
}
