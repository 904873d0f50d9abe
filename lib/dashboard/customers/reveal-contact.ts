import * as z from 'zod'
import { customerSchema } from '@/lib/contract/customer'
import { newId } from '@/lib/contract/ids'
import { claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirroredCustomer } from '@/lib/dashboard/reads/read-object'
import type { RevealedContact } from '@/lib/dashboard/schema/customer-detail'
import { idField } from '@/lib/dashboard/schema/list'
import { phoneOfCustomer } from './shown-customer'

export const revealContactInput = z.object({ id: idField })
export type RevealContactInput = z.output<typeof revealContactInput>

/**
 * Returns the phone, e-mail and notes of one customer, after an audit entry of the reader. Throws Refusal
 * `resource_not_found`.
 */
export async function revealContact(
  ctx: ConnectionContext,
  { id }: RevealContactInput,
): Promise<RevealedContact> {
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
