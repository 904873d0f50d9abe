import { randomUUID } from 'node:crypto'
import { amountToMinor } from '@/lib/contract/amount'
import { chargeSchema } from '@/lib/contract/charge'
import { errorBodySchema } from '@/lib/contract/errors'
import { answerOfCharge, answerOfFailure, type ChargeAnswer } from '@/lib/dashboard/charges/answer-of-charge'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { ChargeState } from '@/lib/dashboard/schema/charge'
import type { MadeCharge } from './customer-charges'

/** A member needs about so long from the review to the press. */
const REVIEWED_MS = 40_000
const ANSWERED_MS = 900

const states: Readonly<Partial<Record<ChargeAnswer['kind'], ChargeState>>> = {
  paid: 'PAID',
  linked: 'LINKED',
  declined: 'DECLINED',
  unresolved: 'UNRESOLVED',
}

/** The dashboard's own record of what its member charged by hand, as the API answered it. */
export async function makeDeskCharges(ctx: ConnectionContext, made: readonly MadeCharge[]): Promise<void> {
  const rows = made.map((charge) => rowOf(ctx, charge))
  await ctx.db.query({
    text: `INSERT INTO dashboard.charge (connection_id, id, customer_id, way, state, amount, amount_minor, currency, description, card,
        idempotency_key, user_id, attempts, problem, decline, payment_id, link_id, created_at, sent_at, unknown_at, finished_at)
      SELECT $1, id, customer_id, way, state, amount, amount_minor, $2, description, card, idempotency_key, $3, attempts, problem, decline,
        payment_id, link_id, created_at, sent_at, unknown_at, finished_at
      FROM jsonb_to_recordset($4) AS row(id text, customer_id text, way text, state text, amount numeric, amount_minor bigint,
        description text, card jsonb, idempotency_key text, attempts integer, problem jsonb, decline jsonb, payment_id text, link_id text,
        created_at timestamptz, sent_at timestamptz, unknown_at timestamptz, finished_at timestamptz)`,
    values: [ctx.connectionId, ctx.account.currency, ctx.userId, JSON.stringify(rows)],
  })
}

function rowOf({ account }: ConnectionContext, { planned, status, body }: MadeCharge) {
  const { at, customer, amount, description, bySavedCard, reference } = planned
  const answer = answerOf(status, JSON.parse(body), at)
  const state = states[answer.kind]
  if (!state) throw new Error(`a charge of the history has no outcome: ${status}`)
  const answered = new Date(at.getTime() + ANSWERED_MS)
  const isOpen = answer.kind === 'unresolved'
  return {
    id: `chg_${randomUUID().replaceAll('-', '')}`,
    customer_id: customer.id,
    way: bySavedCard ? 'CARD' : 'LINK',
    state,
    amount,
    amount_minor: amountToMinor(amount, account.currency),
    description,
    card: customer.card,
    idempotency_key: reference,
    // The second call showed that the answer is stored.
    attempts: isOpen ? 2 : 1,
    problem: isOpen ? answer.problem : null,
    decline: answer.kind === 'declined' ? answer.decline : null,
    payment_id: 'paymentId' in answer ? answer.paymentId : null,
    link_id: 'linkId' in answer ? answer.linkId : null,
    created_at: new Date(at.getTime() - REVIEWED_MS),
    sent_at: at,
    unknown_at: isOpen ? answered : null,
    finished_at: isOpen ? null : answered,
  }
}

/** As the dashboard reads it; the answer of an open case came twice. */
function answerOf(status: number, body: unknown, at: Date): ChargeAnswer {
  if (status === 201)
    return answerOfCharge({ data: chargeSchema.parse(body), raw: body, at, requestId: null, isReplay: false })
  const { type, code, message, details } = errorBodySchema.parse(body).error
  return answerOfFailure(new HostRefused(status, type, code, message, details, null, null, at, true))
}
