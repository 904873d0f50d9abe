import { feeMinor } from '@/lib/contract/money'
import type { Handle, Queryable } from '@/lib/platform/database'
import type { PublicUrls } from '@/lib/service/context'
import { bookApprovedPayment } from '@/lib/service/ledger/payment-approved'
import { type LinkRow, renderLink } from '@/lib/service/links/link-row'
import { recordEvent } from '@/lib/service/webhooks/record-event'
import type { Answer, ChargeIntent, ChargeOutcome, ChargeStore, ClaimResult, Hold } from './charge-store'
import { type PaymentRow, paymentColumns, renderPayment } from './payment-row'

export interface PostgresChargeStoreOptions {
  /** Bound to the account that is charged. */
  db: Handle
  urls: PublicUrls
  /** How long a silent process keeps a payment before the reconciler takes it. */
  leaseMs: number
}

/** The charge's steps on Postgres. Locks are taken in the order payment, link, key in every step. */
export function postgresChargeStore({ db, urls, leaseMs }: PostgresChargeStoreOptions): ChargeStore {
  return {
    claim: (intent, owner, now) => claim(db, intent, owner, leaseMs, now),
    beginCapture: (hold, now) => db.transaction((tx) => beginCapture(tx, hold, leaseMs, now)),
    finish: (hold, outcome, answerFor, now) =>
      db.transaction(async (tx) => {
        const payment = await settleOutcome(tx, hold, outcome, urls, now)
        return payment && (await closeKey(tx, hold, answerFor(outcome), now))
      }),
    leaveUnresolved: (hold, answer, now) =>
      db.transaction(async (tx) => {
        const released = await tx.query({
          name: 'charge-release',
          text: `UPDATE service.payment SET owner = NULL, lease_until = clock_timestamp()
            WHERE account_id = $1 AND id = $2 AND status = 'PENDING' AND owner = $3`,
          values: [hold.accountId, hold.paymentId, hold.owner],
        })
        return released.count === 1 ? await closeKey(tx, hold, answer, now) : null
      }),
  }
}

async function claim(
  db: Handle,
  intent: ChargeIntent,
  owner: string,
  leaseMs: number,
  now: Date,
): Promise<ClaimResult> {
  const claimed = await db.query({
    name: 'charge-claim',
    text: `WITH claimed AS (
        INSERT INTO service.idempotency_key (account_id, route, key_hash, fingerprint, payment_id, created_at)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING payment_id
      )
      INSERT INTO service.payment (account_id, id, amount_minor, currency, status, step, owner, lease_until,
        payer_name, payer_email, customer_id, link_id, description, card_brand, card_last4, created_at)
      SELECT $1, payment_id, $7, $8, 'PENDING', 'AUTHORIZING', $9, clock_timestamp() + $10 * interval '1 millisecond',
        $11, $12, $13, $14, $15, $16, $17, $6
      FROM claimed`,
    values: [
      intent.accountId,
      intent.route,
      intent.keyHash,
      intent.fingerprint,
      intent.paymentId,
      now,
      intent.amountMinor,
      intent.currency,
      owner,
      leaseMs,
      intent.payerName,
      intent.payerEmail,
      intent.customerId,
      intent.linkId,
      intent.description,
      intent.cardBrand,
      intent.cardLast4,
    ],
  })
  return claimed.count === 1 ? { kind: 'claimed' } : await readClaimed(db, intent)
}

interface KeyRow {
  fingerprint: Buffer
  payment_id: string
  answer_status: number | null
  answer_body: string | null
}

/** What a key that somebody claimed before stands for. */
async function readClaimed(db: Queryable, intent: ChargeIntent): Promise<ClaimResult> {
  const { rows } = await db.query<KeyRow>({
    name: 'charge-key',
    text: `SELECT fingerprint, payment_id, answer_status, answer_body FROM service.idempotency_key
      WHERE account_id = $1 AND route = $2 AND key_hash = $3`,
    values: [intent.accountId, intent.route, intent.keyHash],
  })
  const [row] = rows
  // The claim that beat ours was rolled back in between: nothing runs, and the caller may try again.
  if (!row) return { kind: 'running', paymentId: intent.paymentId }
  if (!row.fingerprint.equals(intent.fingerprint)) return { kind: 'reused' }
  if (row.answer_status === null) return { kind: 'running', paymentId: row.payment_id }
  const answer = { status: row.answer_status, body: row.answer_body ?? '' }
  return { kind: 'replay', answer, paymentId: row.payment_id }
}

async function beginCapture(
  tx: Queryable,
  hold: Hold,
  leaseMs: number,
  now: Date,
): Promise<'capture' | 'void' | 'lost'> {
  // A third of the lease must be left, so that the capture that follows ends before the reconciler may look.
  const fenced = await tx.query({
    name: 'charge-fence',
    text: `UPDATE service.payment SET step = 'CAPTURING', slot_taken = (link_id IS NOT NULL)
      WHERE account_id = $1 AND id = $2 AND status = 'PENDING' AND step = 'AUTHORIZING' AND owner = $3
        AND lease_until > clock_timestamp() + $4 * interval '1 millisecond'`,
    values: [hold.accountId, hold.paymentId, hold.owner, leaseMs / 3],
  })
  if (fenced.count !== 1) return 'lost'
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

type FinishedRow = PaymentRow & { slot_taken: boolean }

/** T3 but for the key: the final state and all that follows from it. null = this process no longer holds it. */
async function settleOutcome(
  tx: Queryable,
  hold: Hold,
  outcome: ChargeOutcome,
  urls: PublicUrls,
  now: Date,
): Promise<FinishedRow | null> {
  const fee = outcome.status === 'APPROVED' ? await feeInForce(tx, hold, now) : null
  const payment = await recordOutcome(tx, hold, outcome, fee, now)
  if (!payment) return null

  if (payment.status === 'APPROVED') {
    await bookApprovedPayment(tx, {
      accountId: payment.account_id,
      paymentId: payment.id,
      amountMinor: payment.amount_minor,
      feeMinor: payment.fee_minor ?? 0,
      currency: payment.currency,
      now,
    })
    const completed = payment.slot_taken ? await countUse(tx, payment, now) : null
    await recordEvent(tx, {
      accountId: hold.accountId,
      kind: 'payment.succeeded',
      object: renderPayment(payment, urls),
      now,
    })
    if (completed) {
      await recordEvent(tx, {
        accountId: hold.accountId,
        kind: 'payment_link.completed',
        object: renderLink(completed, urls),
        now,
      })
    }
    return payment
  }

  if (payment.slot_taken) await releaseSlot(tx, payment)
  if (payment.status === 'FAILED') {
    await recordEvent(tx, {
      accountId: hold.accountId,
      kind: 'payment.failed',
      object: renderPayment(payment, urls),
      now,
    })
  }
  return payment
}

/** The fee of this payment by the schedule in force now, in minor units. */
async function feeInForce(tx: Queryable, { accountId, amountMinor }: Hold, now: Date): Promise<number> {
  const { rows } = await tx.query<{ percent_ppm: number; fixed_minor: number }>({
    name: 'fee-in-force',
    text: `SELECT percent_ppm, fixed_minor FROM service.fee_schedule
      WHERE account_id = $1 AND valid_from <= $2 ORDER BY valid_from DESC LIMIT 1`,
    values: [accountId, now],
  })
  const [fee] = rows
  if (!fee) throw new Error(`account ${accountId} has no fee schedule in force`)
  return feeMinor(amountMinor, { percentPpm: fee.percent_ppm, fixedMinor: fee.fixed_minor })
}

/** The fence and the final status in one UPDATE. The owner alone decides: whoever takes a payment over renames it. */
async function recordOutcome(
  tx: Queryable,
  hold: Hold,
  outcome: ChargeOutcome,
  fee: number | null,
  now: Date,
): Promise<FinishedRow | null> {
  const { rows } = await tx.query<FinishedRow>({
    name: 'charge-finish',
    text: `UPDATE service.payment p SET status = $4, step = NULL, owner = NULL, lease_until = NULL, confirm_until = NULL,
        authorization_code = $5, processor_reference = $6, decline_code = $7, fee_minor = $8,
        finished_at = $9, approved_at = CASE WHEN $4 = 'APPROVED' THEN $9::timestamptz END
      WHERE p.account_id = $1 AND p.id = $2 AND p.status = 'PENDING' AND p.owner = $3
      RETURNING ${paymentColumns}, p.slot_taken`,
    values: [
      hold.accountId,
      hold.paymentId,
      hold.owner,
      outcome.status,
      outcome.status === 'APPROVED' ? outcome.authorizationCode : null,
      outcome.status === 'TIMEOUT' ? null : outcome.processorReference,
      outcome.status === 'FAILED' ? outcome.declineCode : null,
      fee,
      now,
    ],
  })
  return rows[0] ?? null
}

/** Turns the slot into a use. Gives the link when this use was its last: a COMPLETED link takes no further slot. */
async function countUse(tx: Queryable, payment: PaymentRow, now: Date): Promise<LinkRow | null> {
  const { rows } = await tx.query<LinkRow>({
    name: 'link-count-use',
    text: `UPDATE service.payment_link SET paid_count = paid_count + 1,
        status = CASE WHEN status = 'ACTIVE' AND paid_count + 1 = max_uses THEN 'COMPLETED' ELSE status END,
        closed_at = CASE WHEN status = 'ACTIVE' AND paid_count + 1 = max_uses THEN $3 ELSE closed_at END
      WHERE account_id = $1 AND id = $2 RETURNING *`,
    values: [payment.account_id, payment.link_id, now],
  })
  const [link] = rows
  if (!link) throw new Error(`payment ${payment.id} holds a slot of a link that is not there`)
  return link.status === 'COMPLETED' ? link : null
}

async function releaseSlot(tx: Queryable, payment: PaymentRow): Promise<void> {
  await tx.query({
    name: 'link-release-slot',
    text: `UPDATE service.payment_link SET slots = slots - 1 WHERE account_id = $1 AND id = $2`,
    values: [payment.account_id, payment.link_id],
  })
}

/** Stores the answer under the key, unless one is there already: an answer once final never changes. */
async function closeKey(tx: Queryable, hold: Hold, answer: Answer, now: Date): Promise<Answer> {
  const { rows } = await tx.query<{ answer_status: number; answer_body: string }>({
    name: 'charge-close-key',
    text: `UPDATE service.idempotency_key SET state = 'DONE', answer_status = $3, answer_body = $4, done_at = $5
      WHERE account_id = $1 AND payment_id = $2 AND state = 'RUNNING'
      RETURNING answer_status, answer_body`,
    values: [hold.accountId, hold.paymentId, answer.status, answer.body, now],
  })
  const [stored] = rows
  return stored ? { status: stored.answer_status, body: stored.answer_body } : answer
}
