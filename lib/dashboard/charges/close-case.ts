import { z } from 'zod'
import { newId } from '@/lib/contract/ids'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { type AuditScope, claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { sqlStates } from '@/lib/dashboard/schema/charge'
import { isStorable } from '@/lib/domain/text'
import { type ChargeRow, chargeColumns, isCase, notifyCharge, readCharge } from './charge-row'
import { statesBefore } from './charge-transitions'
import { chargeId, insertDraft } from './draft-charge'
import { matchingPayments, mayCollect } from './matching-payments'

const id = z.string().min(1).max(ID_TEXT_MAX).refine(isStorable)

export const attachPaymentInput = z.object({ id, payment_id: id })
export type AttachPaymentInput = z.output<typeof attachPaymentInput>

/** Attempts to attach; a request in flight ends within seconds. */
const ATTACH_TRIES = 10
const ATTACH_PAUSE_MS = 500

/**
 * Closes a case with the approved payment that belongs to the charge, after the response to a request in flight. A closed
 * case is returned unchanged. Throws Refusal `resource_not_found` if the host has no such payment for the charge,
 * `charge_moved` if a request stays in flight or another charge has the payment, and the client's errors.
 */
export async function attachPayment(ctx: ConnectionContext, input: AttachPaymentInput): Promise<ChargeRow> {
  const charge = await knownCharge(ctx, input.id)
  if (!isCase(charge)) return charge
  const { matches } = await matchingPayments(ctx, charge)
  const match = matches.find((payment) => payment.id === input.payment_id && payment.status === 'APPROVED')
  if (!match) throw new Refusal('resource_not_found')
  for (let tries = 1; ; tries += 1) {
    const row = await tryAttach(ctx, charge, match.id)
    if (!isCase(row)) return row
    if (tries === ATTACH_TRIES) throw new Refusal('charge_moved')
    await ctx.wait(ATTACH_PAUSE_MS)
  }
}

/** Returns the charge in its new state. */
async function tryAttach(ctx: ConnectionContext, charge: ChargeRow, paymentId: string): Promise<ChargeRow> {
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.query<ChargeRow>({
      name: 'attach-payment',
      text: `UPDATE dashboard.charge SET state = 'PAID', payment_id = $3, finished_at = $4, closed_by = $5, problem = NULL,
          owner = NULL, lease_until = NULL, due_at = NULL
        WHERE connection_id = $1 AND id = $2 AND state IN (${sqlStates(statesBefore('PAID', 'attach'))})
          AND (lease_until IS NULL OR lease_until < clock_timestamp())
          AND NOT EXISTS (SELECT FROM dashboard.charge WHERE connection_id = $1 AND payment_id = $3 AND state = 'PAID')
        RETURNING ${chargeColumns}`,
      values: [ctx.connectionId, charge.id, paymentId, ctx.now(), ctx.userId],
    })
    const [row] = rows
    if (!row) return (await readCharge(tx, ctx.connectionId, charge.id)) ?? charge
    await finishAudit({ ...ctx, db: tx }, `aud_${charge.id}`, 'done', { details: { state: 'PAID' } })
    await auditStep({ ...ctx, db: tx }, 'charges.attach', row, { payment_id: paymentId })
    await notifyCharge(tx, row)
    return row
  })
}

export const releaseChargeInput = z.object({
  id,
  /** Closes the case only; no other charge is drafted. */
  closes_only: z.boolean().optional(),
})
export type ReleaseChargeInput = z.output<typeof releaseChargeInput>

/**
 * Closes a case that collected nothing and for whose key the host has stored an unknown outcome. Drafts the same charge
 * under a new key and returns it; with `closes_only` it drafts none and returns the closed case. A repeated call returns
 * the result of the first one. Throws Refusal `charge_matched` if a payment of the charge is pending or approved,
 * `charge_unsearched` if not every payment was read, `charge_moved` for a charge in another state, and the client's
 * errors.
 */
export async function releaseCharge(ctx: ConnectionContext, input: ReleaseChargeInput): Promise<ChargeRow> {
  const charge = await knownCharge(ctx, input.id)
  const successor = chargeId(ctx, 'instead of', charge.id)
  const made = async () =>
    (await readCharge(ctx.db, ctx.connectionId, successor)) ?? knownCharge(ctx, charge.id)
  if (charge.state === 'RELEASED') return made()
  if (charge.state !== 'UNRESOLVED') throw new Refusal('charge_moved')
  const { matches, isWhole } = await matchingPayments(ctx, charge)
  if (matches.some(mayCollect)) throw new Refusal('charge_matched')
  if (!isWhole) throw new Refusal('charge_unsearched')
  const closed = await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.query<ChargeRow>({
      name: 'release-charge',
      text: `UPDATE dashboard.charge SET state = 'RELEASED', finished_at = $3, closed_by = $4, owner = NULL, lease_until = NULL, due_at = NULL
        WHERE connection_id = $1 AND id = $2 AND state IN (${sqlStates(statesBefore('RELEASED', 'release'))}) AND owner IS NULL RETURNING ${chargeColumns}`,
      values: [ctx.connectionId, charge.id, ctx.now(), ctx.userId],
    })
    const [row] = rows
    if (!row) return null
    await finishAudit({ ...ctx, db: tx }, `aud_${charge.id}`, 'failed', { details: { state: 'RELEASED' } })
    await auditStep({ ...ctx, db: tx }, 'charges.release', row, input.closes_only ? {} : { successor })
    await notifyCharge(tx, row)
    if (input.closes_only) return row
    return insertDraft(tx, ctx, { ...row, id: successor, amount: Number(row.amount), replaces: row.id })
  })
  if (closed) return closed
  // Another press or response has closed the case in the meantime.
  const { state } = await knownCharge(ctx, charge.id)
  if (state !== 'RELEASED') throw new Refusal('charge_moved')
  return made()
}

/** Reads a charge. Throws Refusal `resource_not_found`. */
export async function knownCharge(
  { connectionId, db }: ConnectionContext,
  chargeId: string,
): Promise<ChargeRow> {
  const row = isStorable(chargeId) ? await readCharge(db, connectionId, chargeId) : null
  if (!row) throw new Refusal('resource_not_found')
  return row
}

/** Writes the audit entry of a member's action that takes effect immediately. */
export async function auditStep(
  scope: AuditScope,
  action: string,
  charge: ChargeRow,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const auditId = newId('aud', scope.now())
  const about = {
    amount: Number(charge.amount),
    currency: charge.currency,
    customer_id: charge.customer_id,
    ...details,
  }
  await claimAudit(scope, { id: auditId, action, objectId: charge.id, details: about })
  await finishAudit(scope, auditId, 'done')
}
