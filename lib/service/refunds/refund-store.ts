import type { RefundReason } from '@/lib/contract/refund'
import { findRow, type Handle, type Queryable } from '@/lib/platform/database'
import type { PublicUrls } from '@/lib/service/context'
import { type Answer, type KeyOfRequest, readKey, type UsedKey } from '@/lib/service/idempotency/used-key'
import { bookSucceededRefund } from '@/lib/service/ledger/bookings'
import { lockForEvent } from '@/lib/service/payments/lock-for-event'
import { getPayment } from '@/lib/service/payments/payment-row'
import { type RefundRow, refundColumns, renderRefund } from '@/lib/service/payments/refund-row'
import type { RefundAnswer } from '@/lib/service/processor/port'
import { recordEvent } from '@/lib/service/webhooks/record-event'

export interface RefundIntent extends KeyOfRequest {
  /** Our id of the refund, and the processor's reference. */
  refundId: string
  paymentId: string
  amountMinor: number
  reason: RefundReason
  note: string | null
  /** Id of the request that claims the key; its stored responses contain it. */
  requestId: string
}

/** Holder of a PENDING refund; its owner is the fence. */
export interface RefundHold {
  accountId: string
  refundId: string
  paymentId: string
  amountMinor: number
  currency: string
  owner: string
  requestId: string
}

/** A PENDING refund whose holder's time has passed, and the number of its unanswered calls. */
export type DueRefund = RefundHold & { attempts: number }

/** Steps of a refund on the database, each one short transaction of conditional UPDATEs. */
export interface RefundSteps {
  /** Runs T3, as `finishRefund` does. null = this process no longer holds the refund. */
  finish(
    hold: RefundHold,
    outcome: RefundAnswer,
    answerFor: (refund: RefundRow) => Answer,
    now: Date,
  ): Promise<Answer | null>
  storedAnswer(hold: RefundHold): Promise<Answer | null>
  /** Leaves the refund to the job that repeats it, as `postponeRefund` does. false = no longer held. */
  postpone(hold: RefundHold, waitMs: number, closing?: { answer: Answer; now: Date }): Promise<boolean>
}

/** Returns the steps on Postgres; `db` is bound to the account. */
export function refundSteps(db: Handle, urls: PublicUrls): RefundSteps {
  return {
    finish: (hold, outcome, answerFor, now) => finishRefund(db, hold, outcome, { answerFor, urls, now }),
    storedAnswer: (hold) => storedAnswer(db, hold),
    postpone: (hold, waitMs, closing) => postponeRefund(db, hold, waitMs, closing),
  }
}

class KeyTaken extends Error {}

/**
 * Runs T1 in one transaction: reserves the amount on the approved payment, inserts the PENDING refund, claims the key.
 * Returns the hold, the key's earlier request, or `not_reserved` if the payment is not approved or is disputed, or less is left of it.
 */
export async function claimRefund(
  db: Handle,
  intent: RefundIntent,
  { owner, leaseMs, now }: { owner: string; leaseMs: number; now: Date },
): Promise<RefundHold | UsedKey | 'not_reserved'> {
  try {
    return await db.transaction(async (tx) => {
      const reserved = await tx.query<{ currency: string }>({
        name: 'refund-reserve',
        text: `UPDATE service.payment SET refunded_minor = refunded_minor + $3, has_refunds = true
          WHERE account_id = $1 AND id = $2 AND status = 'APPROVED' AND amount_minor - refunded_minor >= $3
            AND (dispute_status IS NULL OR dispute_status = 'WON')
          RETURNING currency`,
        values: [intent.accountId, intent.paymentId, intent.amountMinor],
      })
      const [payment] = reserved.rows
      // The same request, sent twice at once, has reserved the amount itself.
      if (!payment) return (await readKey(tx, intent)) ?? 'not_reserved'
      await insertPending(tx, intent, payment.currency, { owner, leaseMs, now })
      const { accountId, refundId, paymentId, amountMinor, requestId } = intent
      return { accountId, refundId, paymentId, amountMinor, currency: payment.currency, owner, requestId }
    })
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error
    // A competing claim that was rolled back in between leaves nothing that runs.
    return (await readKey(db, intent)) ?? { kind: 'running', paymentId: null }
  }
}

async function insertPending(
  tx: Queryable,
  intent: RefundIntent,
  currency: string,
  { owner, leaseMs, now }: { owner: string; leaseMs: number; now: Date },
): Promise<void> {
  const { accountId, refundId, paymentId, amountMinor, reason, note, requestId } = intent
  await tx.query({
    name: 'refund-insert',
    text: `INSERT INTO service.refund (account_id, id, payment_id, amount_minor, currency, reason, note, status, owner,
        lease_until, request_id, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, 'PENDING', $8, clock_timestamp() + $9 * interval '1 millisecond', $10, $11)`,
    values: [
      accountId,
      refundId,
      paymentId,
      amountMinor,
      currency,
      reason,
      note,
      owner,
      leaseMs,
      requestId,
      now,
    ],
  })
  const { count } = await tx.query({
    name: 'refund-claim-key',
    text: `INSERT INTO service.idempotency_key (account_id, route, key_hash, fingerprint, refund_id, created_at, request_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    values: [accountId, intent.route, intent.keyHash, intent.fingerprint, refundId, now, requestId],
  })
  if (count === 0) throw new KeyTaken()
}

/** Runs T3: final status, bookings, event and answer, behind the fence. Null if the refund is another's. */
function finishRefund(
  db: Handle,
  hold: RefundHold,
  outcome: RefundAnswer,
  { answerFor, urls, now }: { answerFor(refund: RefundRow): Answer; urls: PublicUrls; now: Date },
): Promise<Answer | null> {
  const refunded = outcome.outcome === 'refunded'
  return db.transaction(async (tx) => {
    const eventAt = await lockForEvent(tx, hold, now)
    const refund = await findRow<RefundRow>(tx, {
      name: 'refund-finish',
      text: `UPDATE service.refund r SET status = $4, owner = NULL, lease_until = NULL, finished_at = $5,
          processor_reference = $6, decline_code = $7
        WHERE r.account_id = $1 AND r.id = $2 AND r.status = 'PENDING' AND r.owner = $3
        RETURNING ${refundColumns}`,
      values: [
        hold.accountId,
        hold.refundId,
        hold.owner,
        refunded ? 'SUCCEEDED' : 'FAILED',
        now,
        refunded ? outcome.processorReference : null,
        refunded ? null : outcome.declineCode,
      ],
    })
    if (!refund) return null
    if (refunded) refund.fee_minor = await bookSucceededRefund(tx, { ...hold, now })
    else await giveBack(tx, hold)
    await recordOutcome(tx, refund, urls, eventAt)
    return closeKey(tx, hold, answerFor(refund), now)
  })
}

/** Records the event of a refund's final status, with its payment. */
export async function recordOutcome(
  tx: Queryable,
  refund: RefundRow,
  urls: PublicUrls,
  now: Date,
): Promise<void> {
  const accountId = refund.account_id
  await recordEvent(tx, {
    accountId,
    kind: refund.status === 'SUCCEEDED' ? 'payment.refunded' : 'payment.refund_failed',
    object: await getPayment({ db: tx, accountId, urls }, refund.payment_id),
    refund: renderRefund(refund),
    now,
  })
}

/** Gives the reservation of a refund that failed back to its payment. */
export async function giveBack(
  tx: Queryable,
  { accountId, paymentId, amountMinor }: Omit<RefundHold, 'owner' | 'requestId'>,
): Promise<void> {
  await tx.query({
    name: 'refund-give-back',
    text: `UPDATE service.payment SET refunded_minor = refunded_minor - $3 WHERE account_id = $1 AND id = $2`,
    values: [accountId, paymentId, amountMinor],
  })
}

/** Leaves a refund to the job that repeats it, and closes the key with `answer`. false = no longer held. */
function postponeRefund(
  db: Handle,
  hold: RefundHold,
  waitMs: number,
  closing?: { answer: Answer; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { count } = await tx.query({
      name: 'refund-postpone',
      text: `UPDATE service.refund SET owner = NULL, attempts = attempts + 1,
          lease_until = clock_timestamp() + $4 * interval '1 millisecond'
        WHERE account_id = $1 AND id = $2 AND status = 'PENDING' AND owner = $3`,
      values: [hold.accountId, hold.refundId, hold.owner, waitMs],
    })
    if (count === 1 && closing) await closeKey(tx, hold, closing.answer, closing.now)
    return count === 1
  })
}

/** Stores the response under the key, unless one is stored already: a final response never changes. */
async function closeKey(tx: Queryable, hold: RefundHold, answer: Answer, now: Date): Promise<Answer> {
  const { count } = await tx.query({
    name: 'refund-close-key',
    text: `UPDATE service.idempotency_key SET state = 'DONE', answer_status = $3, answer_body = $4, done_at = $5
      WHERE account_id = $1 AND refund_id = $2 AND state = 'RUNNING'`,
    values: [hold.accountId, hold.refundId, answer.status, answer.body, now],
  })
  return count === 1 ? answer : ((await storedAnswer(tx, hold)) ?? answer)
}

/** Returns the stored response of the refund's key; null while the key is RUNNING. */
async function storedAnswer(
  db: Queryable,
  { accountId, refundId }: Pick<RefundHold, 'accountId' | 'refundId'>,
): Promise<Answer | null> {
  return findRow<Answer>(db, {
    name: 'refund-stored-answer',
    text: `SELECT answer_status AS status, answer_body AS body FROM service.idempotency_key
      WHERE account_id = $1 AND refund_id = $2 AND state = 'DONE'`,
    values: [accountId, refundId],
  })
}

const IS_DUE = `status = 'PENDING' AND lease_until <= clock_timestamp()`

/** Claims PENDING refunds that are due, the longest overdue first. `db`: `checkout_system`. */
export async function claimDueRefunds(
  db: Handle,
  claim: { owner: string; leaseMs: number; limit: number; busy: readonly string[]; perAccount: number },
): Promise<DueRefund[]> {
  const { rows } = await db.query<DueRefund>({
    name: 'refund-claim-due',
    text: `WITH ranked AS (
        SELECT account_id, id, row_number() OVER (PARTITION BY account_id ORDER BY lease_until) AS turn
        FROM service.refund WHERE ${IS_DUE} AND account_id <> ALL ($4::text[])
      ), due AS MATERIALIZED (
        SELECT account_id, id FROM service.refund JOIN ranked USING (account_id, id)
        WHERE ${IS_DUE} AND turn <= $5::bigint ORDER BY turn, lease_until LIMIT $3 FOR UPDATE OF refund SKIP LOCKED
      )
      UPDATE service.refund r SET owner = $1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'
      FROM due WHERE r.account_id = due.account_id AND r.id = due.id
      RETURNING r.account_id AS "accountId", r.id AS "refundId", r.payment_id AS "paymentId",
        r.amount_minor AS "amountMinor", r.currency, r.owner, r.request_id AS "requestId", r.attempts`,
    values: [claim.owner, claim.leaseMs, claim.limit, claim.busy, claim.perAccount],
  })
  return rows
}
