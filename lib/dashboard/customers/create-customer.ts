import { z } from 'zod'
import { type CreateCustomerBody, createCustomerSchema } from '@/lib/contract/customer'
import { parseRequest } from '@/lib/contract/field-errors'
import { unparsedListSchema } from '@/lib/contract/list'
import {
  auditedCall,
  claimAudit,
  finishAudit,
  formKey,
  reclaimAudit,
} from '@/lib/dashboard/audit/audit-entry'
import { HostRefused, isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { applyAnswer, fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import { Refusal } from '@/lib/dashboard/refusal'
import { digitsOf, readTypedPhone } from '@/lib/domain/phone'
import { refusals } from '@/lib/messages/refusals'

/** Input of the form. The contract's schema validates the fields of the customer, all at once. */
export const createCustomerInput = z.looseObject({
  /** Created when the form opens: the same token never creates two customers. */
  form_token: z.string().regex(/^[\w-]{8,100}$/, { message: refusals.fields.form_token }),
})

const ACTION = 'customers.create'
/** Age of an abandoned intent; no call runs longer. */
const ABANDONED_MS = 30_000
/** Longest wait for the customer that a 409 names. */
const EXISTING_TIMEOUT_MS = 2_000

/**
 * Creates a customer at the host and mirrors it at once (contract: POST /customers). The endpoint has no idempotency key,
 * but a phone is unique: after a lost response the customer is looked up by phone before anything is sent again. Throws
 * ApiError `invalid_parameters`, the host's errors (409 `customer_already_exists`: that customer is mirrored), and
 * Refusal `still_running` or `outcome_unknown`.
 */
export async function createCustomer(
  ctx: ConnectionContext,
  { form_token, ...given }: z.output<typeof createCustomerInput>,
): Promise<{ id: string }> {
  const body = bodyOf(ctx, given)
  const intent = {
    // Other values in the same form are another customer, whom the host may refuse.
    id: `aud_${formKey(ctx, ACTION, `${form_token} ${JSON.stringify(body)}`)}`,
    action: ACTION,
    details: { name: body.name },
  }
  const standing = await claimAudit(ctx, intent)
  if (!standing) return create(ctx, intent.id, body)
  if (standing.outcome === 'done' && standing.object_id !== null) return { id: standing.object_id }
  const age = ctx.now().getTime() - standing.created_at.getTime()
  if (standing.outcome === 'intent' && age < ABANDONED_MS) throw new Refusal('still_running')
  const found = await findCreated(ctx, intent.id, body)
  if (found) return found
  if (!(await reclaimAudit(ctx, intent.id, standing))) throw new Refusal('still_running')
  return create(ctx, intent.id, body)
}

async function create(
  ctx: ConnectionContext,
  auditId: string,
  body: CreateCustomerBody,
): Promise<{ id: string }> {
  try {
    const { id } = await auditedCall(ctx, auditId, async () => {
      const answer = await ctx.client.call('createCustomer', { body })
      await applyAnswer(ctx, 'customers', answer)
      return answer
    })
    return { id }
  } catch (error) {
    if (error instanceof HostRefused && error.status === 409) await mirrorExisting(ctx, error)
    if (!(error instanceof Refusal)) throw error
    const found = await findCreated(ctx, auditId, body).catch((failed: unknown) => {
      if (!isHostError(failed)) throw failed
      return null
    })
    if (!found) throw error
    return found
  }
}

/** Looks up the customer of a lost response at the host, mirrors it and records that it was found. */
async function findCreated(
  ctx: ConnectionContext,
  auditId: string,
  { name, phone }: CreateCustomerBody,
): Promise<{ id: string } | null> {
  const { data, at } = await ctx.client.callAs('listCustomers', unparsedListSchema, { query: { phone } })
  const written = await writeObjects(ctx, 'customers', { raws: data.data, at, source: 'list' })
  // Another member's customer with this phone has another name: the host responds with 409 for it.
  const found = written.objects.find(
    (customer) => customer.name === name && digitsOf(customer.phone ?? '') === digitsOf(phone),
  )
  if (!found) return null
  await finishAudit(ctx, auditId, 'done', { objectId: found.id, details: { found_again: true } })
  return { id: found.id }
}

/** Mirrors the customer that a 409 names, so that the form can name and link it. */
async function mirrorExisting(ctx: ConnectionContext, { details }: HostRefused): Promise<void> {
  if (typeof details.customer_id !== 'string') return
  try {
    await fetchObject(ctx, 'customers', details.customer_id, AbortSignal.timeout(EXISTING_TIMEOUT_MS))
  } catch (error) {
    if (!isHostError(error)) throw error
  }
}

/**
 * Returns the body with the phone in international notation if it is readable, so that a host without a country reads the
 * same number.
 */
function bodyOf(ctx: ConnectionContext, given: unknown): CreateCustomerBody {
  const { name, phone, email, notes, external_ref } = parseRequest(createCustomerSchema, given)
  const typed = readTypedPhone(phone, ctx.account.country ?? null)
  return {
    name,
    phone: typed?.e164 ? typed.written : phone,
    ...(email === null ? {} : { email }),
    ...(notes === null ? {} : { notes }),
    ...(external_ref === null ? {} : { external_ref }),
  }
}
