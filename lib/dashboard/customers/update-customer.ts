import * as z from 'zod'
import { type Customer, customerSchema, updateCustomerSchema } from '@/lib/contract/customer'
import { newId } from '@/lib/contract/ids'
import type { CustomerStatus } from '@/lib/contract/states'
import { auditedCall, claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { applyAnswer } from '@/lib/dashboard/mirror/fetch-object'
import { idField } from '@/lib/dashboard/reads/list'
import { mirroredCustomer } from '@/lib/dashboard/reads/read-object'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { phoneOfCustomer, type ShownCustomer, type ShownPhone, shownCustomer } from './shown-customer'

/** Contact of one customer, unmasked. */
export type RevealedContact = Pick<Customer, 'email' | 'notes'> & { phone: ShownPhone | null }

/** Contract's body of PATCH with the id of its customer. */
export const updateCustomerInput = updateCustomerSchema.extend({ id: idField })

const statusActions: Readonly<Record<CustomerStatus, string>> = {
  ARCHIVED: 'customers.archive',
  ACTIVE: 'customers.restore',
}

/**
 * Changes, archives or restores a customer at the host and mirrors the response at once (contract: PATCH
 * /customers/{id}). The audit contains the names of the changed fields, never their values. Throws Refusal
 * `resource_not_found` and `outcome_unknown`, and the host's errors (409 `customer_already_exists`).
 * @returns the customer of the host's response, as `role` sees it
 */
export async function updateCustomer(
  ctx: ConnectionContext,
  { id, ...changes }: z.output<typeof updateCustomerInput>,
  role: MemberRole,
): Promise<ShownCustomer> {
  // Read first: an unknown id must reach neither the host's path nor the audit.
  await mirroredCustomer(ctx, id)
  const auditId = newId('aud', ctx.now())
  const action = changes.status === undefined ? 'customers.update' : statusActions[changes.status]
  await claimAudit(ctx, { id: auditId, action, objectId: id, details: { fields: Object.keys(changes) } })
  const answered = await auditedCall(ctx, auditId, async () =>
    applyAnswer(ctx, 'customers', await ctx.client.call('updateCustomer', { id, body: changes })),
  )
  // The mirror's row may belong to a response of the same second, which counts as newer until the object is fetched
  // again.
  return shownCustomer(ctx, { ...(await mirroredCustomer(ctx, id)), snapshot: answered }, role)
}

export const revealContactInput = z.object({ id: idField })

/**
 * Returns the phone, e-mail and notes of one customer, after an audit entry of the reader. Throws Refusal
 * `resource_not_found`.
 */
export async function revealContact(ctx: ConnectionContext, { id }: z.output<typeof revealContactInput>) {
  const row = await mirroredCustomer(ctx, id)
  await ctx.db.transaction(async (db) => {
    const scope = { ...ctx, db }
    const auditId = newId('aud', ctx.now())
    await claimAudit(scope, { id: auditId, action: 'customers.reveal', objectId: id, details: {} })
    await finishAudit(scope, auditId, 'done')
  })
  const { phone, email, notes } = customerSchema.parse(row.snapshot)
  return { phone: phoneOfCustomer(ctx, { phone, masked: false }), email, notes }
}
