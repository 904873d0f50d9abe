import { randomUUID } from 'node:crypto'
import { amountToMinor } from '@/lib/contract/amount'
import { chargeSchema } from '@/lib/contract/charge'
import { errorBodySchema } from '@/lib/contract/errors'
import {
  type HostChargeResult,
  resultOfFailure,
  resultOfResponse,
} from '@/lib/dashboard/charges/host-charge-result'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { ChargeState } from '@/lib/dashboard/schema/charge'
import type { MadeCharge } from './customer-charges'

/** Time of a member from the review to the press. */
const REVIEWED_MS = 40_000
const ANSWERED_MS = 900
/** Time from a charge to the end of its case. */
const CLOSED_MS = 150_000

/** Writes the dashboard's own records of charges by its member, as the API responded. */
export async function makeDashboardCharges(
  ctx: ConnectionContext,
  made: readonly MadeCharge[],
): Promise<void> {
  const ids = new Map(made.map(({ planned }) => [planned.reference, newChargeId()]))
  const rows = made.map((charge) => rowOf(ctx, charge, ids))
  await ctx.db.query({
    text: `INSERT INTO dashboard.charge (connection_id, id, customer_id, way, state, amount, amount_minor, currency, description, card,
        idempotency_key, user_id, replaces, attempts, problem, decline, payment_id, link_id, created_at, sent_at, unknown_at, finished_at,
        closed_by)
      SELECT $1, id, customer_id, way, state, amount, amount_minor, $2, description, card, idempotency_key, $3, replaces, attempts, problem,
        decline, payment_id, link_id, created_at, sent_at, unknown_at, finished_at, CASE WHEN is_closed THEN $3 END
      FROM jsonb_to_recordset($4) AS row(id text, customer_id text, way text, state text, amount numeric, amount_minor bigint,
        description text, card jsonb, idempotency_key text, replaces text, attempts integer, problem jsonb, decline jsonb, payment_id text, link_id text,
        created_at timestamptz, sent_at timestamptz, unknown_at timestamptz, finished_at timestamptz,
        is_closed boolean)`,
    values: [ctx.connectionId, ctx.account.currency, ctx.userId, JSON.stringify(rows)],
  })
}

function newChargeId(): string {
  return `chg_${randomUUID().replaceAll('-', '')}`
}

function rowOf({ account }: ConnectionContext, made: MadeCharge, ids: ReadonlyMap<string, string>) {
  const { planned, closed, replaces } = made
  const { at, customer, amount, description, bySavedCard, reference } = planned
  const answer = made.answer && answerOf(made.answer.status, JSON.parse(made.answer.body), at)
  const state = closed ?? stateOf(answer)
  const answered = new Date(at.getTime() + ANSWERED_MS)
  const isOpen = state === 'UNRESOLVED' || state === 'DRAFT'
  const wasUnknown = answer?.kind === 'unresolved'
  return {
    id: ids.get(reference),
    customer_id: customer.id,
    way: bySavedCard ? 'CARD' : 'LINK',
    state,
    amount,
    amount_minor: amountToMinor(amount, account.currency),
    description,
    card: customer.card,
    idempotency_key: reference,
    replaces: (replaces && ids.get(replaces)) ?? null,
    // The second call showed that the response is stored.
    attempts: answer === null ? 0 : wasUnknown ? 2 : 1,
    problem: state !== 'PAID' && answer && 'problem' in answer ? answer.problem : null,
    decline: answer?.kind === 'declined' ? answer.decline : null,
    payment_id: answer && 'paymentId' in answer ? answer.paymentId : null,
    link_id: answer && 'linkId' in answer ? answer.linkId : null,
    created_at: new Date(at.getTime() - REVIEWED_MS),
    sent_at: answer && at,
    unknown_at: wasUnknown ? answered : null,
    finished_at: isOpen ? null : closed ? new Date(at.getTime() + CLOSED_MS) : answered,
    is_closed: closed !== undefined,
  }
}

function stateOf(answer: HostChargeResult | null): ChargeState {
  switch (answer?.kind) {
    case undefined:
      return 'DISCARDED'
    case 'paid':
      return 'PAID'
    case 'linked':
      return 'LINKED'
    case 'declined':
      return 'DECLINED'
    case 'unresolved':
      return 'UNRESOLVED'
    case 'refused':
      return 'DRAFT'
    case 'unknown':
      throw new Error('a charge of the history has no outcome')
  }
}

/** Returns a response as the dashboard interprets it; that of an open case arrived twice. */
function answerOf(status: number, body: unknown, at: Date): HostChargeResult {
  if (status === 201)
    return resultOfResponse({
      data: chargeSchema.parse(body),
      raw: body,
      at,
      requestId: null,
      isReplay: false,
    })
  const { type, code, message, details } = errorBodySchema.parse(body).error
  return resultOfFailure(new HostRefused(status, type, code, message, details, null, null, at, true))
}
