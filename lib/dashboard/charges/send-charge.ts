import { claimAudit } from '@/lib/dashboard/audit/audit-entry'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { newOwner } from '@/lib/dashboard/jobs/row-lease'
import { applyAnswer } from '@/lib/dashboard/mirror/fetch-object'
import { Refusal } from '@/lib/dashboard/refusal'
import { findRow, type Queryable } from '@/lib/platform/database'
import type { Lanes } from '@/lib/platform/jobs/lanes'
import { sql } from '@/lib/platform/sql'
import type { ChargeInput } from './charge-inputs'
import { auditStep, type ChargeRow, chargeTable, hasEnded, isOld, onHostClock, REPEAT_MS } from './charge-row'
import { LEASE_MS, type RepeatWorker, SIMILAR_MS } from './keyed-table'
import { matchingPayments, refuseMatches, since } from './matching-payments'
import { sqlStates, unsettledStates } from './shape'
import { REPEATS_ENDED, resultOfFailure, resultOfResponse, storeHostResult } from './store-host-result'

/**
 * Sends a charge under its only key and stores the host's response: a draft, or once more a case whose repeats have ended,
 * because the member agrees that it may charge now. A charge that is in flight or final is returned unchanged: of any
 * number of presses, one sends. Throws, with nothing sent, Refusal `charge_open` if another charge of the customer's card
 * has no outcome yet, `confirm_amount` for a similar charge or payment that `confirmed_amount` does not repeat,
 * `resource_not_found`, and for a case those of `refuseMatches` and the client's errors.
 */
export async function sendCharge(
  ctx: ConnectionContext,
  { id, confirmed_amount }: ChargeInput<'send'>,
  { leaseMs = LEASE_MS }: { leaseMs?: number } = {},
): Promise<ChargeRow> {
  const charge = await chargeTable.known(ctx, id)
  const isAgain = hasEnded(charge, ctx.now())
  if (charge.state !== 'DRAFT' && !isAgain) return charge
  if (isAgain) {
    const { matches, isListed } = await matchingPayments(ctx, charge)
    refuseMatches(matches, isListed)
  }
  const isConfirmed = charge.way === 'LINK' || confirmed_amount === Number(charge.amount)
  const until = performance.now() + leaseMs
  const sent = await takeCharge(ctx, charge, { isConfirmed, leaseMs })
  if (sent) {
    const answer = await callCharge(ctx, sent, until)
    return answer ? storeHostResult(ctx, sent, answer) : sent
  }
  const row = await chargeTable.known(ctx, id)
  if (row.attempts !== charge.attempts || row.state !== charge.state) return row
  const isSimilar =
    !isConfirmed && (await openCaseOf(ctx, charge)) === null && (await similarTo(ctx, charge)) !== null
  // If neither condition holds any more, a charge was open a moment ago.
  throw new Refusal(isSimilar ? 'confirm_amount' : 'charge_open')
}

/** Takes the charge under a lease; null if it has moved, or if another charge or payment prevents the call. */
async function takeCharge(
  ctx: ConnectionContext,
  charge: ChargeRow,
  { isConfirmed, leaseMs }: { isConfirmed: boolean; leaseMs: number },
): Promise<ChargeRow | null> {
  const { db, now } = ctx
  const isAgain = charge.state !== 'DRAFT'
  const to = isAgain ? 'UNKNOWN' : 'SENDING'
  // Those of the first call stay, as the search for its payment depends on them.
  const { sent_at, unknown_at, problem, user_id, clock_ahead_ms } = isAgain
    ? charge
    : {
        sent_at: now(),
        unknown_at: null,
        problem: null,
        user_id: ctx.userId,
        clock_ahead_ms: ctx.clock.aheadMs,
      }
  return db.transaction(async (tx) => {
    await tx.query(sql`
      SELECT pg_advisory_xact_lock(hashtextextended('card of ' || ${ctx.connectionId} || ' ' || ${charge.customer_id}, 0))`)
    const row = await findRow<ChargeRow>(tx, {
      name: 'send-charge',
      text: `UPDATE dashboard.charge SET state = $8, owner = $9, attempts = attempts + 1, due_at = NULL, sent_at = $11,
          unknown_at = $12, problem = $13, user_id = $14, clock_ahead_ms = $15,
          lease_until = clock_timestamp() + $10 * interval '1 ms'
        WHERE connection_id = $1 AND id = $2 AND state = ANY ($16) AND attempts = $17 AND owner IS NULL
          AND (due_at IS NULL OR COALESCE(sent_at, created_at) < $18)
          AND NOT EXISTS (SELECT FROM dashboard.charge other WHERE connection_id = $1 AND id <> $2 AND customer_id = $3
            AND way = 'CARD' AND state IN (${sqlStates(unsettledStates)})
            AND (charge.way = 'CARD' OR amount_minor = $4))
          AND ($19 OR NOT (EXISTS (SELECT FROM ${SIMILAR_CHARGES}) OR EXISTS (SELECT FROM ${SIMILAR_PAYMENTS})))
        RETURNING ${chargeTable.kind.columns}`,
      values: [
        ...similarValues(ctx, charge),
        to,
        newOwner(now()),
        leaseMs,
        sent_at,
        unknown_at,
        problem && JSON.stringify(problem),
        user_id,
        clock_ahead_ms,
        chargeTable.before(to, 'send'),
        charge.attempts,
        new Date(now().getTime() - REPEAT_MS),
        isConfirmed,
      ],
    })
    if (!row) return null
    const scope = { ...ctx, db: tx }
    if (isAgain) await auditStep(scope, 'charges.ask_again', row)
    else {
      const { id, currency, customer_id, way } = row
      const details = { amount: Number(row.amount), currency, customer_id, way }
      await claimAudit(scope, { id: `aud_${id}`, action: 'charges.create', objectId: id, details })
    }
    await chargeTable.notify(tx, row)
    return row
  })
}

/**
 * Repeats the requests of charges with an unknown outcome, those of `KeyedTable.repeat`, for half an hour.
 * @returns the number of charges taken
 */
export function repeatCharges(dashboard: Dashboard, worker: RepeatWorker, lanes?: Lanes): Promise<number> {
  return chargeTable.repeat(dashboard, worker, {
    lanes,
    again: async (ctx, row, until) => {
      const answer = isOld(row, ctx.now()) ? REPEATS_ENDED : await callCharge(ctx, row, until)
      if (answer) await storeHostResult(ctx, row, answer)
    },
  })
}

/**
 * Sends the request of a charge, under its only key (contract: POST /customers/{id}/charges), and mirrors the link that
 * it returns. `until` is the end of the caller's lease, in milliseconds of `performance.now()`: a process that was paused
 * beyond it sends nothing and gets null. Throws only errors that are not the host's.
 */
async function callCharge(ctx: ConnectionContext, charge: ChargeRow, until: number) {
  if (performance.now() >= until) return null
  const { customer_id, amount, description, way, idempotency_key } = charge
  try {
    const answer = await ctx.client.call('createCharge', {
      id: customer_id,
      idempotencyKey: idempotency_key,
      body: {
        amount: Number(amount),
        use_saved_card: way === 'CARD',
        description: description ?? undefined,
      },
    })
    const { payment_link } = answer.data
    if (payment_link) await applyAnswer(ctx, 'links', { ...answer, data: payment_link, raw: payment_link })
    return resultOfResponse(answer)
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn(
      { charge: charge.id, problem: error.message, requestId: error.requestId },
      'a charge has no outcome by this call',
    )
    return resultOfFailure(error)
  }
}

/** Other charges of the card that may have collected the same amount from the same customer. */
const SIMILAR_CHARGES = `dashboard.charge WHERE connection_id = $1 AND id <> $2 AND way = 'CARD' AND customer_id = $3
  AND amount_minor = $4 AND (state IN (${sqlStates(unsettledStates)})
    OR (state = 'PAID' AND GREATEST(sent_at, unknown_at, finished_at) > $5))`

/** Mirrored payments, by card or link, of the same customer and amount. */
const SIMILAR_PAYMENTS = `dashboard.mirror_payment WHERE connection_id = $1 AND customer_id = $3 AND amount_minor = $4
  AND currency = $6 AND status IN ('APPROVED', 'PENDING') AND created_at > $7`

type Reads = Pick<ConnectionContext, 'connectionId' | 'db' | 'now' | 'clock'>

/** Returns the parameters $1 to $7 of these conditions: a case counts since its creation, a draft for ten minutes. */
function similarValues(ctx: Reads, charge: ChargeRow): readonly unknown[] {
  const { id, customer_id, amount_minor, currency } = charge
  const from = charge.state === 'DRAFT' ? new Date(ctx.now().getTime() - SIMILAR_MS) : since(charge)
  const onTheirClock = onHostClock(ctx, charge, from).earliest
  return [ctx.connectionId, id, customer_id, amount_minor, from, currency, onTheirClock]
}

/** Returns the newest collected or pending payment of the same customer and amount known here. */
export async function similarTo(ctx: Reads, charge: ChargeRow) {
  const newest = await findRow<{ charge_id: string | null; payment_id: string | null; at: Date }>(ctx.db, {
    name: 'similar-charges',
    text: `(SELECT id AS charge_id, payment_id, GREATEST(sent_at, unknown_at, finished_at) AS at FROM ${SIMILAR_CHARGES})
      UNION ALL (SELECT NULL, id, created_at FROM ${SIMILAR_PAYMENTS})
      ORDER BY at DESC, charge_id NULLS LAST LIMIT 1`,
    values: similarValues(ctx, charge),
  })
  return newest ? { ...newest, at: newest.at.toISOString() } : null
}

/** Returns another charge whose unknown outcome locks the customer's card; null if there is none. */
export async function openCaseOf({ db }: { db: Queryable }, { connection_id, customer_id, id }: ChargeRow) {
  const { rows } = await db.query<{ id: string }>({
    name: 'open-case-of-customer',
    text: `SELECT id FROM dashboard.charge WHERE connection_id = $1 AND customer_id = $2 AND id <> $3 AND way = 'CARD'
        AND state IN (${sqlStates(unsettledStates)}) LIMIT 1`,
    values: [connection_id, customer_id, id],
  })
  return rows[0]?.id ?? null
}
