import type { z } from 'zod'
import { finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { findRow, type Queryable } from '@/lib/platform/database'
import type { ChargeInput, giveUpInput } from './charge-inputs'
import { auditStep, type ChargeRow, type ChargeTransitionCause, chargeTable, isCase } from './charge-row'
import { matchingPayments, refuseMatches, searchMatches } from './matching-payments'
import { type ChargeState, sqlStates } from './shape'
import { insertDraft, successorId } from './start-charge'

/** Attempts to attach; a request in flight ends within seconds. */
const ATTACH_TRIES = 10
const ATTACH_PAUSE_MS = 500

/**
 * Closes a case with the approved payment that belongs to the charge, after the response to a request in flight. A closed
 * case is returned unchanged. Throws Refusal `resource_not_found` if the host has no such payment for the charge,
 * `charge_moved` if a request stays in flight or another charge has the payment, and the client's errors.
 */
export async function attachPayment(
  ctx: ConnectionContext,
  { id, payment_id: paymentId }: ChargeInput<'attach'>,
): Promise<ChargeRow> {
  const charge = await chargeTable.known(ctx, id)
  if (!isCase(charge)) return charge
  const { matches } = await matchingPayments(ctx, charge)
  const isOwn = matches.some((payment) => payment.id === paymentId && payment.status === 'APPROVED')
  if (!isOwn) throw new Refusal('resource_not_found')
  const close = { to: 'PAID', by: 'attach', outcome: 'done', paymentId } as const
  for (let tries = 1; ; tries += 1) {
    const row = (await closeCase(ctx, id, close)) ?? (await chargeTable.known(ctx, id))
    if (!isCase(row)) return row
    if (tries === ATTACH_TRIES) throw new Refusal('charge_moved')
    await ctx.wait(ATTACH_PAUSE_MS)
  }
}

/**
 * Closes a case that collected nothing and for whose key the host has stored an unknown outcome. Drafts the same charge
 * under a new key and returns it. A repeated call returns the result of the first one. Throws Refusal `charge_moved` for a
 * charge in another state, those of `refuseMatches`, and the client's errors.
 */
export async function releaseCharge(ctx: ConnectionContext, { id }: ChargeInput<'release'>) {
  const charge = await chargeTable.known(ctx, id)
  const successor = successorId(ctx, 'instead of', id)
  if (charge.state === 'UNRESOLVED') {
    const { matches, isWhole } = await matchingPayments(ctx, charge)
    refuseMatches(matches, isWhole)
    const close = { to: 'RELEASED', by: 'release', outcome: 'failed', details: { successor } } as const
    const draft = await closeCase(ctx, id, close, (tx, row) =>
      insertDraft(tx, ctx, { ...row, id: successor, replaces: id }),
    )
    if (draft) return draft
  }
  // Another press or response may have closed the case.
  const row = await chargeTable.known(ctx, id)
  if (row.state !== 'RELEASED') throw new Refusal('charge_moved')
  return (await chargeTable.read(ctx.db, ctx.connectionId, successor)) ?? row
}

/**
 * Closes a case for good if its host can no longer be asked: no draft replaces it, and the fate of its money stays
 * unknown. A charge that is not a case, or that a worker is repeating, is returned unchanged. Throws Refusal
 * `resource_not_found`, and `case_not_lost` if `searchMatches` may still find out its outcome.
 */
export async function giveUpCase(ctx: ConnectionContext, { id }: z.output<typeof giveUpInput>) {
  const charge = await chargeTable.known(ctx, id)
  if (!isCase(charge)) return charge
  if (!(await searchMatches(ctx, charge)).isLost) throw new Refusal('case_not_lost')
  const close = { to: 'GIVEN_UP', by: 'give_up', outcome: 'unknown' } as const
  return (await closeCase(ctx, id, close)) ?? chargeTable.known(ctx, id)
}

interface Close {
  to: ChargeState
  by: ChargeTransitionCause
  /** Outcome of the charge's own audit entry. */
  outcome: 'done' | 'failed' | 'unknown'
  paymentId?: string
  details?: Readonly<Record<string, unknown>>
}

/** Closes a case in its state without a request in flight; null if it has moved or another charge has the payment. */
async function closeCase(
  ctx: ConnectionContext,
  id: string,
  { to, by, outcome, paymentId, details = paymentId ? { payment_id: paymentId } : {} }: Close,
  next: (tx: Queryable, row: ChargeRow) => Promise<ChargeRow> = async (_, row) => row,
): Promise<ChargeRow | null> {
  return ctx.db.transaction(async (tx) => {
    const row = await findRow<ChargeRow>(tx, {
      name: `close-charge-${by}`,
      text: `UPDATE dashboard.charge SET state = '${to}', finished_at = $3, closed_by = $4, owner = NULL, lease_until = NULL,
          due_at = NULL, payment_id = COALESCE($5, payment_id), problem = CASE WHEN $5 IS NULL THEN problem END
        WHERE connection_id = $1 AND id = $2 AND state IN (${sqlStates(chargeTable.before(to, by))})
          AND (lease_until IS NULL OR lease_until < clock_timestamp())
          AND NOT EXISTS (SELECT FROM dashboard.charge WHERE connection_id = $1 AND payment_id = $5 AND state = 'PAID')
        RETURNING ${chargeTable.kind.columns}`,
      values: [ctx.connectionId, id, ctx.now(), ctx.userId, paymentId ?? null],
    })
    if (!row) return null
    const scope = { ...ctx, db: tx }
    await finishAudit(scope, `aud_${id}`, outcome, { details: { state: to } })
    await auditStep(scope, `charges.${by}`, row, details)
    await chargeTable.notify(tx, row)
    return next(tx, row)
  })
}
