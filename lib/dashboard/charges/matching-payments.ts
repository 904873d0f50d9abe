import { unparsedListSchema } from '@/lib/contract/list'
import type { Payment } from '@/lib/contract/payment'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { parseObject } from '@/lib/dashboard/mirror/parse-object'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import type { ChargeMatch } from '@/lib/dashboard/schema/charge'
import type { ChargeRow } from './charge-row'

/** A charge's payment was made this close to its calls; the host's clock need not be ours. */
const MARGIN_MS = 15 * 60_000
const PAGE_SIZE = 100
const PAGES_MAX = 3
const TIMEOUT_MS = 5_000

/**
 * Asks the host for the payments of a charge's customer and amount within 15 minutes of its calls, newest first, and mirrors them
 * (contract: GET /payments). Throws the client's errors.
 */
export async function matchingPayments(ctx: ConnectionContext, charge: ChargeRow): Promise<ChargeMatch[]> {
  if (charge.way === 'LINK') return []
  const from = charge.sent_at ?? charge.created_at
  const to = charge.unknown_at ?? charge.finished_at ?? from
  const window = {
    created_after: new Date(from.getTime() - MARGIN_MS).toISOString(),
    created_before: new Date(to.getTime() + MARGIN_MS).toISOString(),
  }
  const found: Payment[] = []
  let starting_after: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { limit: PAGE_SIZE, customer_id: charge.customer_id, ...window, starting_after }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { data, at } = await ctx.client.callAs('listPayments', unparsedListSchema, { query, signal })
    await writeObjects(ctx, 'payments', { raws: data.data, at, source: 'list' })
    found.push(...data.data.flatMap((raw) => parseObject('payments', raw).object ?? []))
    if (!data.has_more || data.next_cursor === null) break
    starting_after = data.next_cursor
  }
  return found
    .filter((payment) => isOf(charge, payment))
    .map(({ id, status, amount, currency, created_at, authorization_code }) => ({
      ...{ id, status, amount, currency, created_at, authorization_code },
    }))
}

/** The same; null where the host does not list them. */
export async function matchesOrNull(
  ctx: ConnectionContext,
  charge: ChargeRow,
): Promise<ChargeMatch[] | null> {
  try {
    return await matchingPayments(ctx, charge)
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ charge: charge.id, problem: error.message }, 'the payments of a charge were not listed')
    return null
  }
}

/** Hosts may ignore a filter that they do not know. */
function isOf(charge: ChargeRow, payment: Payment): boolean {
  if (payment.id === charge.payment_id) return true
  return (
    payment.customer_id === charge.customer_id &&
    payment.payment_link === null &&
    payment.currency === charge.currency &&
    mirrorAmount(payment.amount, payment.currency) === BigInt(charge.amount_minor)
  )
}
