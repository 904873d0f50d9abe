import type { z } from 'zod'
import { ContractMismatch, isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { Member } from '@/lib/dashboard/team/find-member'
import { isStorable } from '@/lib/domain/text'
import { raw, sql } from '@/lib/platform/sql'
import type { refundPress } from './refund-inputs'
import { type RefundRow, refundTable, type ShownRefund, shownRefund } from './refund-row'
import { sendRefund } from './send-refund'
import { draftRefund } from './start-refund'

/** Refunds of one payment that members started here, newest first. */
export type PaymentRefunds = {
  /** True if the host has refunds; false as well until it has answered. */
  is_supported: boolean
  refunds: ShownRefund[]
}

/** Carries out a member's press on a refund, and returns the refund. Throws as its verb does. */
export async function pressRefund(
  ctx: ConnectionContext,
  input: z.output<typeof refundPress>,
  { role }: Pick<Member, 'role'>,
): Promise<ShownRefund> {
  const row = input.press === 'start' ? await draftRefund(ctx, input) : await sendRefund(ctx, input, { role })
  return shownRefund(row)
}

/** Listed refunds of one payment; older ones are in the payment itself. */
const LISTED_MAX = 50

/** Returns the refunds of a payment that members started, and whether the host has refunds at all. */
export async function getRefunds(ctx: ConnectionContext, paymentId: string): Promise<PaymentRefunds> {
  if (!isStorable(paymentId)) return { is_supported: false, refunds: [] }
  const [rows, isSupported] = await Promise.all([listStarted(ctx, paymentId), isSupportedBy(ctx, paymentId)])
  return { is_supported: isSupported, refunds: rows.map(shownRefund) }
}

/** Returns these refunds, newest first. One that a bank returned since, as the mirrored payment reports, fails first. */
async function listStarted({ connectionId, db, now }: ConnectionContext, paymentId: string) {
  await db.query({
    name: 'fail-returned-refunds',
    text: `UPDATE dashboard.refund AS r SET state = 'FAILED', decline_code = reported ->> 'decline_code', fee_returned = NULL,
        finished_at = $3
      FROM dashboard.mirror_payment p, jsonb_path_query(p.snapshot, '$.refunds[*] ? (@.status == "FAILED")') AS reported
      WHERE r.connection_id = $1 AND r.payment_id = $2 AND r.state = ANY ($4)
        AND p.connection_id = $1 AND p.id = $2 AND reported ->> 'id' = r.host_refund_id`,
    values: [connectionId, paymentId, now(), refundTable.before('FAILED', 'report')],
  })
  const { rows } = await db.query<RefundRow>(sql`
    SELECT ${raw(refundTable.kind.columns)} FROM dashboard.refund
    WHERE connection_id = ${connectionId} AND payment_id = ${paymentId}
    ORDER BY created_at DESC, id DESC LIMIT ${raw(LISTED_MAX)}`)
  return rows
}

/** Time for which the host's answer holds, and time after which it is asked again without one. */
const HOLDS_MS = 24 * 60 * 60_000
const RETRY_MS = 10 * 60_000
/** Short, because a page waits for its button. */
const TIMEOUT_MS = 3_000

/** Returns whether the host has refunds; of all callers one asks it, about an approved payment that it has confirmed. */
async function isSupportedBy(ctx: ConnectionContext, paymentId: string): Promise<boolean> {
  const { connectionId, db } = ctx
  const now = ctx.now()
  const expired = new Date(now.getTime() - HOLDS_MS)
  const { rows } = await db.query<{ stored: boolean; is_asked: boolean }>(sql`
    WITH asked AS (UPDATE dashboard.connection SET refunds_checked_at = ${new Date(expired.getTime() + RETRY_MS)}
      WHERE id = ${connectionId} AND disconnected_at IS NULL
        AND (refunds_checked_at IS NULL OR refunds_checked_at <= ${expired})
        AND EXISTS (SELECT FROM dashboard.mirror_payment
          WHERE connection_id = ${connectionId} AND id = ${paymentId} AND status = 'APPROVED'
          AND confirmed_at IS NOT NULL AND missing_at IS NULL) RETURNING id)
    SELECT COALESCE(refunds_supported, false) AS stored, EXISTS (SELECT FROM asked) AS is_asked
    FROM dashboard.connection WHERE id = ${connectionId}`)
  const { stored = false, is_asked = false } = rows[0] ?? {}
  const answer = is_asked ? await askForRefunds(ctx, paymentId) : null
  if (answer === null) return stored
  await db.query(sql`
    UPDATE dashboard.connection SET refunds_supported = ${answer}, refunds_checked_at = ${now}
    WHERE id = ${connectionId}`)
  return answer
}

/** Refusals of a path or a method, in any format. */
const ofPath: ReadonlySet<number> = new Set([404, 405, 501])
/** Refusals because of the key or at this time, in any format. */
const forNow: ReadonlySet<number> = new Set([401, 403, 408, 429])

/** Returns null if the host gives no answer that holds. */
async function askForRefunds(ctx: ConnectionContext, id: string): Promise<boolean | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    await ctx.client.withoutPause.call('listRefunds', { id, query: { limit: 1 }, signal })
    return true
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ problem: error.message }, 'the host does not list refunds')
    const status = 'status' in error ? error.status : 0
    // A gateway may refuse an unknown path with any status of 4xx, in a format of its own.
    const isForeign = error instanceof ContractMismatch && status >= 400 && status < 500
    return ofPath.has(status) || (isForeign && !forNow.has(status)) ? false : null
  }
}
