import type { z } from 'zod'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { PaymentRefunds, refundPress, ShownRefund } from '@/lib/dashboard/schema/refund'
import type { Member } from '@/lib/dashboard/team/find-member'
import { isStorable } from '@/lib/domain/text'
import { type RefundRow, refundColumns, shownRefund } from './refund-row'
import { sendRefund } from './send-refund'
import { draftRefund } from './start-refund'

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

/**
 * Returns the refunds of a payment that members started here, and whether the host has refunds at all, for which it is
 * asked at most once a day.
 */
export async function getRefunds(ctx: ConnectionContext, paymentId: string): Promise<PaymentRefunds> {
  if (!isStorable(paymentId)) return { is_supported: false, refunds: [] }
  const [{ rows }, isSupported] = await Promise.all([
    ctx.db.query<RefundRow>({
      name: 'refunds-of-payment',
      text: `SELECT ${refundColumns} FROM dashboard.refund WHERE connection_id = $1 AND payment_id = $2
        ORDER BY created_at DESC, id DESC LIMIT ${LISTED_MAX}`,
      values: [ctx.connectionId, paymentId],
    }),
    isSupportedBy(ctx, paymentId),
  ])
  return { is_supported: isSupported, refunds: rows.map(shownRefund) }
}

/** Time for which the host's answer holds. */
const HOLDS_MS = 24 * 60 * 60_000
/** Time after which a host that did not answer is asked again. */
const RETRY_MS = 60_000
/** Short, because a page waits for its button. */
const TIMEOUT_MS = 3_000

/** Returns whether the host has refunds; one caller a day asks it, about an approved payment that it has confirmed. */
async function isSupportedBy(ctx: ConnectionContext, paymentId: string): Promise<boolean> {
  const { connectionId, db } = ctx
  const now = ctx.now()
  // Until the host has answered: a process that dies meanwhile leaves the question to the next page.
  const retryAt = new Date(now.getTime() - HOLDS_MS + RETRY_MS)
  const known = await db.query<{ is_supported: boolean }>({
    name: 'refunds-supported',
    text: `SELECT COALESCE(refunds_supported, false) AS is_supported FROM dashboard.connection WHERE id = $1`,
    values: [connectionId],
  })
  const stored = known.rows[0]?.is_supported ?? false
  const { count } = await db.query({
    name: 'claim-refunds-check',
    text: `UPDATE dashboard.connection SET refunds_checked_at = $2 WHERE id = $1 AND disconnected_at IS NULL
        AND (refunds_checked_at IS NULL OR refunds_checked_at <= $3)
        AND EXISTS (SELECT FROM dashboard.mirror_payment WHERE connection_id = $1 AND id = $4 AND status = 'APPROVED'
          AND confirmed_at IS NOT NULL AND missing_at IS NULL)`,
    values: [connectionId, retryAt, new Date(now.getTime() - HOLDS_MS), paymentId],
  })
  if (count === 0) return stored
  const answer = await askForRefunds(ctx, paymentId)
  await db.query({
    name: 'store-refunds-check',
    text: `UPDATE dashboard.connection SET refunds_supported = COALESCE($2, refunds_supported),
        refunds_checked_at = CASE WHEN $2::boolean IS NULL THEN refunds_checked_at ELSE $3 END WHERE id = $1`,
    values: [connectionId, answer, now],
  })
  return answer ?? stored
}

/** Returns null if the host gives no answer that holds. */
async function askForRefunds(ctx: ConnectionContext, id: string): Promise<boolean | null> {
  try {
    await ctx.client.call('listRefunds', { id, query: { limit: 1 }, signal: AbortSignal.timeout(TIMEOUT_MS) })
    return true
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ problem: error.message }, 'the host does not list refunds')
    return 'status' in error && (error.status === 404 || error.status === 405) ? false : null
  }
}
