import { type CreateCustomer, createCustomerSchema } from '@/lib/contract/customer'
import { newId } from '@/lib/contract/ids'
import { auditedCall, claimAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { applyAnswer } from '@/lib/dashboard/mirror/fetch-object'
import { readTypedPhone } from '@/lib/domain/phone'

export const createCustomerInput = createCustomerSchema

/**
 * Creates a customer at the host and mirrors it at once (contract: POST /customers). The endpoint has no idempotency key,
 * but a phone is unique: after a lost response the host refuses a second attempt and names the customer. Throws the
 * host's errors (409 `customer_already_exists`) and Refusal `outcome_unknown`.
 */
export async function createCustomer(
  ctx: ConnectionContext,
  { name, phone, email, notes, external_ref }: CreateCustomer,
): Promise<{ id: string }> {
  const typed = readTypedPhone(phone, ctx.account.country ?? null)
  const body = {
    name,
    // A host without a country reads the same number.
    phone: typed?.e164 ? typed.written : phone,
    ...(email === null ? {} : { email }),
    ...(notes === null ? {} : { notes }),
    ...(external_ref === null ? {} : { external_ref }),
  }
  const auditId = newId('aud', ctx.now())
  await claimAudit(ctx, { id: auditId, action: 'customers.create', details: { name } })
  const { id } = await auditedCall(ctx, auditId, async () =>
    applyAnswer(ctx, 'customers', await ctx.client.call('createCustomer', { body })),
  )
  return { id }
}
