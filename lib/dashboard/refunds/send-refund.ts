import { claimAudit } from '@/lib/dashboard/audit/audit-entry'
import { LEASE_MS, type RepeatWorker, SIMILAR_MS } from '@/lib/dashboard/charges/keyed-table'
import { sqlStates } from '@/lib/dashboard/charges/shape'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { newOwner } from '@/lib/dashboard/jobs/row-lease'
import { mirrorAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { Refusal } from '@/lib/dashboard/refusal'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import type { TextKey } from '@/lib/messages/translator'
import { findRow } from '@/lib/platform/database'
import type { Lanes } from '@/lib/platform/jobs/lanes'
import { raw, sql } from '@/lib/platform/sql'
import { callRefund, storeRefundResult } from './host-refund'
import type { RefundInput } from './refund-inputs'
import { type RefundRow, refundTable } from './refund-row'
import { openRefundStates } from './shape'
import { lockRefunds, readSupportLimit, usedBySupport } from './support-limit'

/**
 * Sends a draft under its only key and stores the host's response. A refund that is in flight or final is returned
 * unchanged: of any number of presses, one sends. Throws, with nothing sent, Refusal `refund_open` while another refund of
 * the payment has no outcome, `refund_limit` above the limit of support, `refund_again` for an amount that was refunded
 * within ten minutes and that `confirmed_amount` does not repeat, and `resource_not_found`.
 */
export async function sendRefund(
  ctx: ConnectionContext,
  { id, confirmed_amount }: RefundInput<'send'>,
  { role, leaseMs = LEASE_MS }: { role: MemberRole; leaseMs?: number },
): Promise<RefundRow> {
  const draft = await refundTable.known(ctx, id)
  if (draft.state !== 'DRAFT') return draft
  const until = performance.now() + leaseMs
  const isConfirmed = confirmed_amount === Number(draft.amount)
  const sent = await takeRefund(ctx, draft, { isConfirmed, isSupport: role === 'SUPPORT', leaseMs })
  if (sent) {
    const result = await callRefund(ctx, sent, until)
    return result ? storeRefundResult(ctx, sent, result) : sent
  }
  const row = await refundTable.known(ctx, id)
  if (row.attempts !== draft.attempts || row.state !== 'DRAFT') return row
  throw await refusalOf(ctx, draft, role)
}

/**
 * Asks again for the outcome of refunds that have none, under their keys or by the host's list, as `KeyedTable.repeat`
 * does. Those of a disconnected account wait until it is connected again.
 * @returns the number of refunds taken
 */
export function repeatRefunds(dashboard: Dashboard, worker: RepeatWorker, lanes?: Lanes): Promise<number> {
  return refundTable.repeat(dashboard, worker, {
    ...{ lanes, connection: 'c.disconnected_at IS NULL' },
    again: async (ctx, row, until) => {
      const result = await callRefund(ctx, row, until)
      if (result) await storeRefundResult(ctx, row, result)
    },
  })
}

/** Takes a draft under a lease; null if it has moved, or if another refund or the limit of support prevents the call. */
async function takeRefund(
  ctx: ConnectionContext,
  draft: RefundRow,
  { isConfirmed, isSupport, leaseMs }: { isConfirmed: boolean; isSupport: boolean; leaseMs: number },
): Promise<RefundRow | null> {
  const { connectionId, account, userId } = ctx
  const now = ctx.now()
  return ctx.db.transaction(async (tx) => {
    await lockRefunds(tx, connectionId)
    const row = await findRow<RefundRow>(tx, {
      name: 'send-refund',
      text: `UPDATE dashboard.refund SET state = 'SENDING', owner = $4, attempts = attempts + 1, due_at = NULL, sent_at = $5,
          unknown_at = NULL, problem = NULL, user_id = $6, is_support = $7,
          lease_until = clock_timestamp() + $8 * interval '1 ms'
        WHERE connection_id = $1 AND id = $2 AND state = ANY ($9) AND attempts = $10 AND owner IS NULL
          AND NOT EXISTS (SELECT FROM dashboard.refund other WHERE connection_id = $1 AND id <> $2 AND payment_id = $3
            AND (state IN (${sqlStates(openRefundStates)}) OR (NOT $11 AND state = 'SUCCEEDED'
              AND other.amount_minor = refund.amount_minor AND finished_at > $12)))
          AND (NOT $7 OR ${usedBySupport('$5', '$13')} + amount_minor <= COALESCE(
            (SELECT support_refund_limit_minor FROM dashboard.connection WHERE id = $1), ${Number.MAX_SAFE_INTEGER}))
        RETURNING ${refundTable.kind.columns}`,
      values: [
        ...[connectionId, draft.id, draft.payment_id, newOwner(now), now, userId, isSupport, leaseMs],
        ...[refundTable.before('SENDING', 'send'), draft.attempts, isConfirmed],
        ...[new Date(now.getTime() - SIMILAR_MS), account.timezone],
      ],
    })
    if (!row) return null
    const { payment_id, currency, reason } = row
    const details = { amount: Number(row.amount), currency, reason, refund_id: row.id }
    const intent = { id: `aud_${row.id}`, action: 'refunds.create', objectId: payment_id, details }
    await claimAudit({ ...ctx, db: tx }, intent)
    await refundTable.notify(tx, row)
    return row
  })
}

/** Returns why a draft was not sent. If nothing prevents it any more, another refund was open a moment ago. */
async function refusalOf(ctx: ConnectionContext, draft: RefundRow, role: MemberRole): Promise<Refusal> {
  const { rows } = await ctx.db.query<{ is_open: boolean }>(sql`
    SELECT EXISTS (SELECT FROM dashboard.refund
      WHERE connection_id = ${ctx.connectionId} AND payment_id = ${draft.payment_id}
    AND state IN (${raw(sqlStates(openRefundStates))})) AS is_open`)
  if (rows[0]?.is_open) return new Refusal('refund_open')
  const { limit, used } = await readSupportLimit(ctx, draft.id)
  const isAbove =
    role === 'SUPPORT' &&
    limit !== null &&
    mirrorAmount(used, draft.currency) + BigInt(draft.amount_minor) > mirrorAmount(limit, draft.currency)
  if (!isAbove) return new Refusal('refund_again')
  const { currency } = ctx.account
  const message: TextKey = limit === 0 ? 'refund-limit.refused.never' : 'refund-limit.refused.upTo'
  const values = { limit: { amount: limit, currency }, used: { amount: used, currency } }
  return new Refusal('refund_limit', { fields: [{ field: 'amount', code: 'refund_limit', message, values }] })
}
