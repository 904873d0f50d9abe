import { unparsedListSchema } from '@/lib/contract/list'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import type { TypedPhone } from '@/lib/domain/phone'
import { customerWithPhone } from './customer-with-phone'

/** Longest wait of a search for a slow host. */
const TIMEOUT_MS = 2_000

/**
 * Returns the mirrored customer who has a complete phone. If the mirror has none, the customer is fetched from the host
 * (contract: GET /customers?phone=) and mirrored. Changes nothing if the host does not respond. Null also for a part of a
 * phone.
 */
export async function fetchCustomerByPhone(
  ctx: ConnectionContext,
  typed: TypedPhone,
): Promise<{ id: string; name: string } | null> {
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
