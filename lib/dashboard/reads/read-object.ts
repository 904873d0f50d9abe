import { type Customer, customerSchema } from '@/lib/contract/customer'
import {
  AccountDisconnected,
  type HostError,
  HostRefused,
  HostUnreachable,
  isHostError,
} from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import type {
  EventOutcome,
  HostProblem,
  MirrorNoun,
  ReceivedEvent,
  RowMirror,
} from '@/lib/dashboard/mirror/shape'
import { Refusal } from '@/lib/dashboard/refusal'
import { HIDDEN, maskedEmail, maskedPhone } from '@/lib/domain/masks'
import { isStorable } from '@/lib/domain/text'

/** Longest wait of a displayed page for a slow host; then it keeps the mirror's row. */
const CONFIRM_TIMEOUT_MS = 3_000
/** Longest wait of a page that is not rendered yet for an object that the mirror lacks. */
const FIRST_TIMEOUT_MS = 2_000

/** `mirror`: the host is called only for an object that the mirror lacks. `host`: it is always called. */
export type ObjectSource = 'mirror' | 'host'

export type ObjectRead<Row> = {
  row: Row
  /** Reports if the host confirmed the row; null if the host was not called. */
  confirmed: boolean | null
  problem: HostProblem | null
}

/**
 * Returns an object of the mirror. Throws Refusal `resource_not_found` if the host lacks it, and the host's own error if
 * the host does not respond and the mirror lacks it.
 */
export async function readObject<Row>(
  ctx: ConnectionContext,
  { noun, id, from }: { noun: MirrorNoun; id: string; from: ObjectSource },
  read: () => Promise<Row | null>,
): Promise<ObjectRead<Row>> {
  if (!isStorable(id)) throw new Refusal('resource_not_found')
  if (from === 'mirror') {
    const row = await read()
    if (row) return { row, confirmed: null, problem: null }
  }
  const timeoutMs = from === 'mirror' ? FIRST_TIMEOUT_MS : CONFIRM_TIMEOUT_MS
  try {
    const outcome = await fetchObject(ctx, noun, id, AbortSignal.timeout(timeoutMs))
    const row = await read()
    if (!row) throw new Refusal('resource_not_found')
    if (outcome === 'gone' || outcome === 'unknown')
      return { row, confirmed: false, problem: { code: 'object_missing', requestId: null } }
    return { row, confirmed: true, problem: null }
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn(
      { noun, id, problem: error.message, requestId: error.requestId },
      'an object was not confirmed',
    )
    const row = await read()
    if (!row) throw error
    return { row, confirmed: false, problem: problemOf(error) }
  }
}

/** Returns the reason of a host error, for pages. */
export function problemOf(error: HostError): HostProblem {
  const { requestId } = error
  if (error instanceof AccountDisconnected) return { code: 'account_disconnected', requestId }
  if (error instanceof HostUnreachable) return { code: 'host_unreachable', requestId }
  if (!(error instanceof HostRefused)) return { code: 'contract_mismatch', requestId }
  return { code: error.status === 429 ? 'rate_limited' : 'host_refused', requestId }
}

/** Complete id, not the beginning of one that is being typed: each of those would cause a request. */
const WHOLE_ID = /^[a-z]{2,8}_[A-Za-z0-9]{16,}$/

/** Longest wait of a search for a slow host. */
const TIMEOUT_MS = 2_000

/**
 * Fetches the object of a complete id that the mirror lacks, as each of `nouns`, before a search: no event reports a link
 * that another program created. Changes nothing if the host does not respond.
 */
export async function fetchMissingId(
  ctx: ConnectionContext,
  text: string,
  nouns: readonly MirrorNoun[],
): Promise<void> {
  if (!WHOLE_ID.test(text)) return
  const { connectionId } = ctx
  const where = { connectionId_id: { connectionId, id: text } }
  const found = await Promise.all([
    ctx.prisma.mirrorLink.findUnique({ where, select: { id: true } }),
    ctx.prisma.mirrorPayment.findUnique({ where, select: { id: true } }),
    ctx.prisma.mirrorCustomer.findUnique({ where, select: { id: true } }),
    ctx.prisma.mirrorSettlement.findUnique({ where, select: { id: true } }),
  ])
  if (found.some(Boolean)) return
  await Promise.all(nouns.map((noun) => ask(ctx, noun, text)))
}

async function ask(ctx: ConnectionContext, noun: MirrorNoun, id: string): Promise<void> {
  try {
    await fetchObject(ctx, noun, id, AbortSignal.timeout(TIMEOUT_MS))
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ noun, id, problem: error.message }, 'a searched id was not asked for')
  }
}

/** Columns of every mirror row. */
export interface MirroredRow {
  id: string
  snapshot: unknown
  seenAt: Date
  confirmedAt: Date | null
  conflictAt: Date | null
  missingAt: Date | null
  createdAt: Date
}

/** Returns the age and reliability of a row, for pages. */
export function rowMirror({ seenAt, confirmedAt, conflictAt, missingAt }: MirroredRow): RowMirror {
  return {
    seen_at: seenAt.toISOString(),
    confirmed_at: confirmedAt?.toISOString() ?? null,
    conflict: conflictAt !== null,
    missing: missingAt !== null,
  }
}

/** Returns the name of a mirrored customer, which every role sees; null if the mirror lacks it. */
export async function customerName(ctx: ConnectionContext, id: string | null): Promise<string | null> {
  if (id === null || !isStorable(id)) return null
  return (await findCustomer(ctx, id))?.name ?? null
}

/** Returns the mirror row of a customer; null if the mirror lacks it. */
export function findCustomer({ prisma, connectionId }: ConnectionContext, id: string) {
  return prisma.mirrorCustomer.findUnique({ where: { connectionId_id: { connectionId, id } } })
}

/** Returns the id of the dashboard's charge that created a payment or a link; null if there is none. */
export async function originatingCharge(
  { connectionId, prisma }: ConnectionContext,
  made: { paymentId: string } | { linkId: string },
): Promise<string | null> {
  const charge = await prisma.charge.findFirst({
    where: { connectionId, ...made },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  return charge?.id ?? null
}

/**
 * Returns a customer with phone, e-mail and notes masked except for enough to distinguish two people: `••• 0132`,
 * `a•••@example.com`.
 */
export function maskedContact<Contact extends Pick<Customer, 'phone' | 'email' | 'notes'>>(
  customer: Contact,
): Contact {
  const { phone, email, notes } = customer
  // Additional fields of another host may be contacts too.
  const known = Object.fromEntries(
    Object.entries(customer).filter(([field]) => field in customerSchema.shape),
  )
  return {
    ...(known as Contact),
    phone: phone === null ? null : maskedPhone(phone),
    email: email === null ? null : maskedEmail(email),
    notes: notes === null ? null : HIDDEN,
  }
}

/** Displayed events of one object. */
const EVENTS_MAX = 50

/** Returns the webhooks that reached this dashboard about one object, newest first. */
export async function receivedEvents(ctx: ConnectionContext, objectId: string): Promise<ReceivedEvent[]> {
  const rows = await ctx.prisma.receivedEvent.findMany({
    where: { connectionId: ctx.connectionId, objectId },
    orderBy: { receivedAt: 'desc' },
    take: EVENTS_MAX,
  })
  return rows.map(shownEvent)
}

interface EventRow {
  deliveryId: string
  kind: string
  eventAt: Date
  receivedAt: Date
  outcome: string
  body: string
}

/** Returns a stored webhook as pages show it. */
export function shownEvent(row: EventRow): ReceivedEvent {
  return {
    delivery_id: row.deliveryId,
    kind: row.kind,
    event_at: row.eventAt.toISOString(),
    received_at: row.receivedAt.toISOString(),
    // A CHECK of the table limits the column to these values.
    outcome: row.outcome as EventOutcome,
    body: row.body,
  }
}

/**
 * Returns the mirror row of a customer; one that the mirror lacks is fetched from the host. Throws Refusal
 * `resource_not_found` and the host's errors.
 */
export async function mirroredCustomer(ctx: ConnectionContext, id: string): Promise<MirroredRow> {
  const { row } = await readObject(ctx, { noun: 'customers', id, from: 'mirror' }, () =>
    findCustomer(ctx, id),
  )
  return row
}
