import { z } from 'zod'
import { unparsedListSchema } from '@/lib/contract/list'
import type { Payment } from '@/lib/contract/payment'
import { CLOCK_MARGIN_MS } from '@/lib/dashboard/client/host-clock'
import { HostRefused, isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { applyAnswer } from '@/lib/dashboard/mirror/fetch-object'
import { mirrorAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { writeObjects } from '@/lib/dashboard/mirror/write-objects'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import { Refusal } from '@/lib/dashboard/refusal'
import { type ChargeRow, isOld, onHostClock } from './charge-row'

/** Payment of the host that may belong to the charge. */
export type ChargeMatch = Pick<ShownPayment, 'id' | 'status' | 'amount' | 'currency' | 'created_at'>

const PAGE_SIZE = 100
const PAGES_MAX = 3
const TIMEOUT_MS = 5_000

interface Matches {
  matches: ChargeMatch[]
  /** True if no other payment can belong to the charge. */
  isWhole: boolean
  /** True if the mirror has every payment of the customer since the charge was created. */
  isListed: boolean
}

/**
 * Returns the payment that the host named for a charge, and the payments of its customer and amount within 15 minutes of
 * its calls, on the host's clock, that belong to no other charge, newest first. Mirrors these and every later payment of
 * the customer (contract: GET /payments). Throws the client's errors.
 */
export async function matchingPayments(ctx: ConnectionContext, charge: ChargeRow): Promise<Matches> {
  const from = listedFrom(ctx, charge)
  const created_after = from.toISOString()
  const found: Payment[] = []
  let starting_after: string | undefined
  let isEnd = false
  let isReadable = true
  for (let page = 0; page < PAGES_MAX && !isEnd; page += 1) {
    const query = { limit: PAGE_SIZE, customer_id: charge.customer_id, created_after, starting_after }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { data, at } = await ctx.client.callAs('listPayments', unparsedListSchema, { query, signal })
    const { written } = await writeObjects(ctx, 'payments', { raws: data.data, at, source: 'list' })
    found.push(...written.map(({ object }) => object))
    const read = new Set(written.map(({ object }) => object.id))
    isReadable &&= data.data.every((raw) => !mayBeMissed(charge, raw, read))
    isEnd = !data.has_more
    if (data.next_cursor === null) break
    starting_after = data.next_cursor
  }
  // The responses may have shown that the host's clock is further behind.
  const isWhole = isEnd && isReadable && listedFrom(ctx, charge) >= from
  const named = charge.payment_id
  if (named !== null && !found.some(({ id }) => id === named)) {
    const answer = await ctx.client.call('getPayment', { id: named, signal: AbortSignal.timeout(TIMEOUT_MS) })
    await applyAnswer(ctx, 'payments', answer)
    found.push(answer.data)
  }
  if (charge.way === 'LINK') return { matches: [], isWhole: true, isListed: true }
  // If the host named a payment, only that one belongs to the charge.
  const own = found.filter((payment) => (named === null ? isOf(ctx, charge, payment) : payment.id === named))
  const taken = await takenBy(ctx, charge, own)
  const matches = own
    .filter(({ id }) => !taken.has(id))
    .map(({ id, status, amount, currency, created_at }) => ({ id, status, amount, currency, created_at }))
  return { matches, isWhole: isWhole || named !== null, isListed: isWhole }
}

const listedPayment = z.object({ id: z.string(), customer_id: z.string().nullable() })

/** Returns whether a listed value could not be read and may be a payment of the charge's customer. */
function mayBeMissed(charge: ChargeRow, raw: unknown, read: ReadonlySet<string>): boolean {
  const { data } = listedPayment.safeParse(raw)
  return !data || (data.customer_id === charge.customer_id && !read.has(data.id))
}

async function takenBy(
  { connectionId, prisma }: ConnectionContext,
  { id }: ChargeRow,
  payments: readonly Payment[],
): Promise<ReadonlySet<string | null>> {
  const paymentId = { in: payments.map((payment) => payment.id) }
  const rows = await prisma.charge.findMany({
    where: { connectionId, paymentId, state: 'PAID', id: { not: id } },
    select: { paymentId: true },
  })
  return new Set(rows.map((row) => row.paymentId))
}

/** Throws Refusal `charge_matched` if a payment collects, and `charge_unsearched` if not every one was read. */
export function refuseMatches(matches: readonly ChargeMatch[], isEvery: boolean): void {
  if (matches.some(mayCollect)) throw new Refusal('charge_matched')
  if (!isEvery) throw new Refusal('charge_unsearched')
}

function mayCollect({ status }: Pick<ChargeMatch, 'status'>): boolean {
  return status === 'PENDING' || status === 'APPROVED'
}

interface Search {
  matches: ChargeMatch[] | null
  /** `FAILED`: the host returned no list. `PART`: too many or unreadable payments. `WHOLE`: all were read. */
  search: 'FAILED' | 'PART' | 'WHOLE'
  /**
   * True if the outcome cannot be found out: the account is disconnected, or half an hour after the first call the host
   * refuses to list the customer's payments or gives no usable response. A rate limit does not count, because it is
   * temporary.
   */
  isLost: boolean
}

/** Returns the payments of `matchingPayments` as a screen shows them; never throws the client's errors. */
export async function searchMatches(ctx: ConnectionContext, charge: ChargeRow): Promise<Search> {
  if (ctx.disconnectedAt !== null) return { matches: null, search: 'FAILED', isLost: true }
  try {
    const { matches, isWhole } = await matchingPayments(ctx, charge)
    return { matches, search: isWhole ? 'WHOLE' : 'PART', isLost: false }
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ charge: charge.id, problem: error.message }, 'the payments of a charge were not listed')
    const isBusy = error instanceof HostRefused && error.status === 429
    return { matches: null, search: 'FAILED', isLost: !isBusy && isOld(charge, ctx.now()) }
  }
}

/** Returns whether a charge has collected money or may still do so, according to its host's payments. */
export async function mayHaveCollected(ctx: ConnectionContext, charge: ChargeRow): Promise<boolean> {
  const { matches, search } = await searchMatches(ctx, charge)
  return search !== 'WHOLE' || matches === null || matches.some(mayCollect)
}

/** Returns the earliest time, by our clock, at which the host may have created a payment for the charge. */
export function since({ created_at }: ChargeRow): Date {
  return new Date(created_at.getTime() - CLOCK_MARGIN_MS)
}

/** Returns `since` on the host's clock. */
function listedFrom(ctx: ConnectionContext, charge: ChargeRow): Date {
  return onHostClock(ctx, charge, since(charge)).earliest
}

/** Checks the filter again: hosts may ignore one that they do not know. */
function isOf(ctx: ConnectionContext, charge: ChargeRow, payment: Payment): boolean {
  const sentAt = charge.sent_at ?? charge.created_at
  const from = onHostClock(ctx, charge, sentAt).earliest
  const to = onHostClock(ctx, charge, charge.unknown_at ?? charge.finished_at ?? sentAt).latest
  const at = Date.parse(payment.created_at)
  return (
    at >= from.getTime() - CLOCK_MARGIN_MS &&
    at <= to.getTime() + CLOCK_MARGIN_MS &&
    payment.customer_id === charge.customer_id &&
    payment.payment_link === null &&
    payment.currency === charge.currency &&
    mirrorAmount(payment.amount, payment.currency) === BigInt(charge.amount_minor)
  )
}
