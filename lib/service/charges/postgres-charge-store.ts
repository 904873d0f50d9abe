import type { Handle, Queryable } from '@/lib/platform/database'
import { metrics } from '@/lib/platform/metrics/metrics'
import { chargesEnabledSql } from '@/lib/service/accounts/account-row'
import type { PublicUrls } from '@/lib/service/context'
import type { Answer } from '@/lib/service/idempotency/used-key'
import { awaitsPayerSql } from '@/lib/service/payments/payment-row'
import type { ChargeStore, Hold, Resumed } from './charge-store'
import { claimKey } from './postgres-charge-claim'
import { closeKey, finishCharge, storedAnswer } from './postgres-charge-finish'

export interface PostgresChargeStoreOptions {
  /** Handle bound to the charged account. */
  db: Handle
  urls: PublicUrls
  /** Time for which a silent process keeps a payment before the reconciler takes it. */
  leaseMs: number
}

/**
 * Implements the charge's steps on Postgres. Every step takes locks in the order payment, link, key. New requests
 * cannot take the connections of running ones (reliability: After T1 nothing answers 500).
 */
export function postgresChargeStore({ db, urls, leaseMs }: PostgresChargeStoreOptions): ChargeStore {
  const underWay = db.reserved()
  return {
    claim: (intent, owner, now) => claimKey(db, intent, owner, leaseMs, now),
    // Without a link only the fence remains: one statement is a transaction by itself.
    beginCapture: (hold, now) =>
      hold.linkId === null
        ? beginCapture(underWay, hold, leaseMs, now)
        : underWay.transaction((tx) => beginCapture(tx, hold, leaseMs, now)),
    finish: async (hold, outcome, answerFor, now) => {
      const finished = await underWay.transaction((tx) =>
        finishCharge(tx, hold, { outcome, answer: answerFor(outcome), urls, now }),
      )
      metrics.charges.inc({ outcome: outcome.status.toLowerCase() })
      return finished
    },
    storedAnswer: (hold) => storedAnswer(underWay, hold),
    awaitConfirmation: (hold, confirmUrl, until) => awaitConfirmation(underWay, hold, confirmUrl, until),
    resume: (payment, owner, now) => resume(db, payment, owner, leaseMs, now),
    leaveUnresolved: (hold, answer, now) =>
      underWay.transaction((tx) => leaveUnresolved(tx, hold, answer, now)),
  }
}

async function beginCapture(
  tx: Queryable,
  hold: Hold,
  leaseMs: number,
  now: Date,
): Promise<'capture' | 'void' | 'lost'> {
  // A third of the lease must remain, so that the following capture ends before the reconciler may act.
  const { rows } = await tx.query<{ step: 'CAPTURING' | 'VOIDING' }>({
    name: 'charge-fence',
    text: `UPDATE service.payment p SET step = CASE WHEN ${chargesEnabledSql} THEN 'CAPTURING' ELSE 'VOIDING' END,
        slot_taken = (p.link_id IS NOT NULL AND ${chargesEnabledSql})
      FROM service.account a
      WHERE p.account_id = $1 AND p.id = $2 AND p.status = 'PENDING' AND p.step = 'AUTHORIZING' AND p.owner = $3
        AND p.lease_until > clock_timestamp() + $4 * interval '1 millisecond' AND a.id = p.account_id
      RETURNING p.step`,
    values: [hold.accountId, hold.paymentId, hold.owner, leaseMs / 3],
  })
  const [fenced] = rows
  if (!fenced) return 'lost'
  if (fenced.step === 'VOIDING') return 'void'
  if (hold.linkId === null) return 'capture'

  const slot = await tx.query({
    name: 'charge-take-slot',
    text: `UPDATE service.payment_link SET slots = slots + 1
      WHERE account_id = $1 AND id = $2 AND status = 'ACTIVE' AND (max_uses IS NULL OR slots < max_uses)
        AND (expires_at IS NULL OR expires_at > $3)`,
    values: [hold.accountId, hold.linkId, now],
  })
  if (slot.count === 1) return 'capture'
  await tx.query({
    name: 'charge-turn-to-void',
    text: `UPDATE service.payment SET step = 'VOIDING', slot_taken = false WHERE account_id = $1 AND id = $2`,
    values: [hold.accountId, hold.paymentId],
  })
  return 'void'
}

async function awaitConfirmation(
  db: Queryable,
  hold: Hold,
  confirmUrl: string,
  until: Date,
): Promise<boolean> {
  const { count } = await db.query({
    name: 'charge-await-confirmation',
    text: `UPDATE service.payment
      SET step = 'CONFIRMING', owner = NULL, lease_until = NULL, confirm_until = $4, confirm_url = $5
      WHERE account_id = $1 AND id = $2 AND status = 'PENDING' AND step = 'AUTHORIZING' AND owner = $3`,
    values: [hold.accountId, hold.paymentId, hold.owner, until, confirmUrl],
  })
  return count === 1
}

interface ResumedRow {
  link_id: string | null
  amount_minor: number
  currency: string
  confirm_until: Date
  confirm_url: string
  request_id: string | null
}

async function resume(
  db: Queryable,
  { accountId, paymentId }: Pick<Hold, 'accountId' | 'paymentId'>,
  owner: string,
  leaseMs: number,
  now: Date,
): Promise<Resumed | null> {
  const { rows } = await db.query<ResumedRow>({
    name: 'charge-resume',
    text: `UPDATE service.payment p
      SET step = 'AUTHORIZING', owner = $3, lease_until = clock_timestamp() + $4 * interval '1 millisecond'
      WHERE p.account_id = $1 AND p.id = $2 AND p.status = 'PENDING' AND ${awaitsPayerSql} AND p.confirm_until > $5
      RETURNING p.link_id, p.amount_minor, p.currency, p.confirm_until, p.confirm_url, (
        SELECT k.request_id FROM service.idempotency_key k WHERE k.account_id = p.account_id AND k.payment_id = p.id
      ) AS request_id`,
    values: [accountId, paymentId, owner, leaseMs, now],
  })
  const [row] = rows
  if (!row) return null
  return {
    accountId,
    paymentId,
    owner,
    linkId: row.link_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    confirmUntil: row.confirm_until,
    confirmUrl: row.confirm_url,
    requestId: row.request_id ?? paymentId,
  }
}

async function leaveUnresolved(tx: Queryable, hold: Hold, answer: Answer, now: Date): Promise<Answer | null> {
  const released = await tx.query({
    name: 'charge-release',
    text: `UPDATE service.payment SET owner = NULL, lease_until = clock_timestamp(), confirm_until = NULL
      WHERE account_id = $1 AND id = $2 AND status = 'PENDING' AND owner = $3`,
    values: [hold.accountId, hold.paymentId, hold.owner],
  })
  return released.count === 1 ? await closeKey(tx, hold, answer, now) : null
}
