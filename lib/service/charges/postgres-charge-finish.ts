import type { Queryable } from '@/lib/platform/database'
import type { PublicUrls } from '@/lib/service/context'
import { chargeFee } from '@/lib/service/fees/account-fees'
import type { Answer } from '@/lib/service/idempotency/used-key'
import { bookApprovedPayment } from '@/lib/service/ledger/bookings'
import { type LinkRow, linkColumns, renderLink } from '@/lib/service/links/link-row'
import { type PaymentRow, paymentColumns, renderPayment } from '@/lib/service/payments/payment-row'
import { recordEvent } from '@/lib/service/webhooks/record-event'
import type { ChargeOutcome, Hold } from './charge-store'
import { saveConsentedCard } from './save-consented-card'

type FinishedRow = PaymentRow & { slot_taken: boolean }

/**
 * Runs T3: writes the final state and its consequences, and stores the answer under the key. Returns the stored answer;
 * null if this process no longer holds the payment.
 */
export async function finishCharge(
  tx: Queryable,
  hold: Hold,
  { outcome, answer, urls, now }: { outcome: ChargeOutcome; answer: Answer; urls: PublicUrls; now: Date },
): Promise<Answer | null> {
  const payment = await recordOutcome(tx, hold, outcome, now)
  if (!payment) return null
  const followed = followOutcome(tx, payment, urls, now)
  // Locks are taken in the order link, key. The statements of a payment without a link are sent together.
  if (payment.link_id !== null) await followed
  const [, stored] = await Promise.all([followed, closeKey(tx, hold, answer, now)])
  return stored
}

/** Books a finished payment, counts or releases its slot, and records its events. */
async function followOutcome(
  tx: Queryable,
  payment: FinishedRow,
  urls: PublicUrls,
  now: Date,
): Promise<void> {
  const accountId = payment.account_id
  // Only a payer on a customer's link can have agreed.
  if (payment.link_id !== null && payment.customer_id !== null) await saveConsentedCard(tx, payment, now)

  if (payment.status === 'APPROVED') {
    const completed = payment.slot_taken ? await countUse(tx, payment, now) : null
    await Promise.all([
      bookApprovedPayment(tx, {
        accountId,
        paymentId: payment.id,
        amountMinor: payment.amount_minor,
        feeMinor: payment.fee_minor ?? 0,
        currency: payment.currency,
        now,
      }),
      recordEvent(tx, { accountId, kind: 'payment.succeeded', object: renderPayment(payment, urls), now }),
    ])
    if (completed)
      await recordEvent(tx, {
        accountId,
        kind: 'payment_link.completed',
        object: renderLink(completed, urls),
        now,
      })
    return
  }

  if (payment.slot_taken) await releaseSlot(tx, payment)
  if (payment.status === 'FAILED')
    await recordEvent(tx, { accountId, kind: 'payment.failed', object: renderPayment(payment, urls), now })
}

/**
 * Checks the fence and writes the final status in one UPDATE. The owner is the whole fence, because a takeover changes
 * it.
 */
async function recordOutcome(
  tx: Queryable,
  hold: Hold,
  outcome: ChargeOutcome,
  now: Date,
): Promise<FinishedRow | null> {
  const fee = outcome.status === 'APPROVED' ? await chargeFee(tx, hold, now) : null
  const { rows } = await tx.query<FinishedRow>({
    name: 'charge-finish',
    text: `UPDATE service.payment p SET status = $4, step = NULL, owner = NULL, lease_until = NULL, confirm_until = NULL,
        confirm_url = NULL, authorization_code = $5, processor_reference = $6, decline_code = $7, fee_minor = $8,
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

/**
 * Turns the reserved slot into a use. Returns the link if this was its last use: a COMPLETED link reserves no further
 * slot.
 */
async function countUse(tx: Queryable, payment: PaymentRow, now: Date): Promise<LinkRow | null> {
  const { rows } = await tx.query<LinkRow>({
    name: 'link-count-use',
    text: `UPDATE service.payment_link SET paid_count = paid_count + 1,
        status = CASE WHEN status = 'ACTIVE' AND paid_count + 1 = max_uses THEN 'COMPLETED' ELSE status END,
        closed_at = CASE WHEN status = 'ACTIVE' AND paid_count + 1 = max_uses THEN $3 ELSE closed_at END
      WHERE account_id = $1 AND id = $2 RETURNING ${linkColumns}`,
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

/** Stores the response under the key, unless one is stored already: a final response never changes. */
export async function closeKey(tx: Queryable, hold: Hold, answer: Answer, now: Date): Promise<Answer> {
  const { rows } = await tx.query<AnswerRow>({
    name: 'charge-close-key',
    text: `UPDATE service.idempotency_key SET state = 'DONE', answer_status = $3, answer_body = $4, done_at = $5
      WHERE account_id = $1 AND payment_id = $2 AND state = 'RUNNING'
      RETURNING answer_status, answer_body`,
    values: [hold.accountId, hold.paymentId, answer.status, answer.body, now],
  })
  const [stored] = rows
  return stored ? answerOf(stored) : answer
}

/** Returns the stored response of the payment's key; null while the key is RUNNING. */
export async function storedAnswer(db: Queryable, hold: Hold): Promise<Answer | null> {
  const { rows } = await db.query<AnswerRow>({
    name: 'charge-stored-answer',
    text: `SELECT answer_status, answer_body FROM service.idempotency_key
      WHERE account_id = $1 AND payment_id = $2 AND state = 'DONE'`,
    values: [hold.accountId, hold.paymentId],
  })
  const [stored] = rows
  return stored ? answerOf(stored) : null
}

interface AnswerRow {
  answer_status: number
  answer_body: string
}

function answerOf(row: AnswerRow): Answer {
  return { status: row.answer_status, body: row.answer_body }
}
