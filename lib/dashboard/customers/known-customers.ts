import { z } from 'zod'
import { customerSchema } from '@/lib/contract/customer'
import { EMAIL_MAX, ID_TEXT_MAX, PHONE_TEXT_MAX } from '@/lib/contract/limits'
import { unparsedListSchema } from '@/lib/contract/list'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import { literally } from '@/lib/dashboard/reads/search-text'
import { emailIdentity } from '@/lib/domain/email-address'
import { readTypedPhone, type TypedPhone } from '@/lib/domain/phone'
import { isStorable } from '@/lib/domain/text'
import { emailForms } from '@/lib/platform/typed-url'
import { mayBePhone, phoneMatch } from './customer-matches'

/** Existing customer with the same phone or e-mail. */
export type KnownCustomer = { id: string; name: string; field: 'phone' | 'email' }

const text = (max: number) => z.string().trim().max(max).refine(isStorable).optional()

/** Current values of a form; `except` is the customer whom it changes. */
export const knownCustomersSchema = z.object({
  phone: text(PHONE_TEXT_MAX),
  email: text(EMAIL_MAX),
  except: text(ID_TEXT_MAX),
})

/** Returns the mirrored customers with this phone or e-mail, archived ones included (decisions: customers). */
export async function knownCustomers(
  ctx: ConnectionContext,
  { phone, email, except }: z.output<typeof knownCustomersSchema>,
): Promise<KnownCustomer[]> {
  const typed = phone ? readTypedPhone(phone, ctx.account.country ?? null) : null
  const { connectionId, prisma } = ctx
  const [byPhone, byEmail] = await Promise.all([
    typed && customerWithPhone(ctx, typed),
    email?.includes('@')
      ? prisma.mirrorCustomer.findFirst({
          where: {
            connectionId,
            OR: emailForms(emailIdentity(email)).map((form) => ({
              email: { equals: literally(form), mode: 'insensitive' as const },
            })),
          },
          select: { id: true, name: true },
        })
      : null,
  ])
  return [
    ...(byPhone ? [{ ...byPhone, field: 'phone' as const }] : []),
    ...(byEmail ? [{ ...byEmail, field: 'email' as const }] : []),
  ].filter(({ id }) => id !== except)
}

async function customerWithPhone({ connectionId, prisma, account }: ConnectionContext, typed: TypedPhone) {
  const rows = await prisma.mirrorCustomer.findMany({
    where: { AND: [{ connectionId }, mayBePhone(typed)] },
    select: { id: true, name: true, snapshot: true },
  })
  const found = rows.find(({ snapshot }) => {
    const { phone } = customerSchema.parse(snapshot)
    return phoneMatch(phone, typed, account.country ?? null) === 'exact'
  })
  return found ? { id: found.id, name: found.name } : null
}

/** Longest wait of a search for a slow host. */
const TIMEOUT_MS = 2_000

/**
 * Returns the mirrored customer who has a complete phone. If the mirror has none, the customer is fetched from the host
 * (contract: GET /customers?phone=) and mirrored. Changes nothing if the host does not respond. Null also for a part of a
 * phone.
 */
export async function fetchCustomerByPhone(ctx: ConnectionContext, typed: TypedPhone) {
  if (!typed.isWhole) return null
  const known = await customerWithPhone(ctx, typed)
  if (known) return known
  try {
    const query = { phone: typed.e164 ?? typed.digits }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { data, at } = await ctx.client.callAs('listCustomers', unparsedListSchema, { query, signal })
    if (data.data.length === 0) return null
    await writeObjects(ctx, 'customers', { raws: data.data, at, source: 'list' })
    return await customerWithPhone(ctx, typed)
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ problem: error.message }, 'a searched phone was not looked up at the host')
    return null
  }
}
