import * as z from 'zod'
import type { AuditOutcome } from '@/lib/dashboard/audit/shape'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownLink } from '@/lib/dashboard/links/shown-link'
import { maskedEvent } from '@/lib/dashboard/payments/shown-payment'
import { newestFirst, oldestFirst } from '@/lib/dashboard/reads/keyset'
import {
  findCustomer,
  type MirroredRow,
  type ObjectSource,
  readObject,
  receivedEvents,
} from '@/lib/dashboard/reads/read-object'
import { Refusal } from '@/lib/dashboard/refusal'
import type { MemberRole } from '@/lib/dashboard/role-permissions'
import { isStorable } from '@/lib/domain/text'
import { raw, sql } from '@/lib/platform/sql'
import { phoneOfCustomer, shownCustomer } from './shown-customer'

type Options = {
  role: MemberRole
  names?: ReadonlyMap<string, string>
  from?: ObjectSource
}

/**
 * Returns one customer as a role sees it, read `from` the host (which confirms it) or from the mirror, with the received
 * webhooks and the members' actions on it. Throws as `readObject` does.
 */
export async function getCustomer(
  ctx: ConnectionContext,
  id: string,
  { role, names = new Map(), from = 'host' }: Options,
) {
  const read = () => findCustomer(ctx, id)
  const { row, confirmed, problem } = await readObject(ctx, { noun: 'customers', id, from }, read)
  const customer = shownCustomer(ctx, row, role)
  const [events, acts, first_paid_at] = await Promise.all([
    receivedEvents(ctx, id),
    listCustomerActions(ctx, id, names),
    firstPaidAt(ctx, id),
  ])
  return {
    customer,
    phone: phoneOfCustomer(ctx, customer),
    confirmed,
    problem,
    events: customer.masked ? events.map(maskedEvent) : events,
    acts,
    first_paid_at,
  }
}

async function firstPaidAt({ prisma, connectionId }: ConnectionContext, id: string): Promise<string | null> {
  const first = await prisma.mirrorPayment.findFirst({
    where: { connectionId, customerId: id, status: 'APPROVED' },
    orderBy: oldestFirst,
    select: { createdAt: true },
  })
  return first?.createdAt.toISOString() ?? null
}

/** Actions that are read; more than a timeline shows. */
const ACTS_MAX = 50

const detailsSchema = z.object({ fields: z.array(z.string()).catch([]) })

/**
 * Returns the members' actions on a customer and on the customer's newest charges through this dashboard, newest first;
 * failed ones changed nothing and are omitted. `names` contains the team's members by id.
 */
async function listCustomerActions(
  { prisma, teamId, connectionId }: ConnectionContext,
  customerId: string,
  names: ReadonlyMap<string, string>,
) {
  const newest = { orderBy: newestFirst, take: ACTS_MAX }
  const charges = await prisma.charge.findMany({ ...newest, where: { connectionId, customerId } })
  const objectId = { in: [customerId, ...charges.map(({ id }) => id)] }
  const rows = await prisma.auditEntry.findMany({
    ...newest,
    where: { teamId, connectionId, objectId, outcome: { not: 'failed' } },
  })
  return rows.map((row) => {
    const charge = charges.find(({ id }) => id === row.objectId)
    return {
      id: row.id,
      user: row.userId === null ? null : { id: row.userId, name: names.get(row.userId) ?? '' },
      action: row.action,
      // A CHECK of the table allows only these three and `failed`.
      outcome: row.outcome as Exclude<AuditOutcome, 'failed'>,
      /** Contract names of the fields that an edit changed. */
      fields: detailsSchema.safeParse(row.details).data?.fields ?? [],
      charge: charge
        ? {
            id: charge.id,
            way: charge.way,
            amount: charge.amount.toNumber(),
            currency: charge.currency,
            replaces: charge.replaces,
          }
        : null,
      created_at: row.createdAt.toISOString(),
    }
  })
}

/** Links that are read; more than a page shows. */
const LINKS_MAX = 40

/**
 * Returns the links that name one customer, and those of charges made here. Throws Refusal `resource_not_found` for an
 * invalid id.
 */
export async function listCustomerLinks(ctx: ConnectionContext, customerId: string) {
  if (!isStorable(customerId)) throw new Refusal('resource_not_found')
  const now = ctx.now()
  const { rows } = await ctx.db.query<MirroredRow>(sql`
    SELECT l.id, l.snapshot, l.seen_at AS "seenAt", l.confirmed_at AS "confirmedAt",
      l.conflict_at AS "conflictAt", l.created_at AS "createdAt"
    FROM dashboard.mirror_link l WHERE l.connection_id = ${ctx.connectionId} AND l.id IN (
      SELECT id FROM dashboard.mirror_link WHERE connection_id = ${ctx.connectionId} AND customer_id = ${customerId}
      UNION
      SELECT link_id FROM dashboard.charge WHERE connection_id = ${ctx.connectionId} AND customer_id = ${customerId}
    )
    ORDER BY (l.status = 'ACTIVE' AND COALESCE(l.expires_at > ${now}, true)) DESC, l.created_at DESC, l.id DESC
    LIMIT ${raw(LINKS_MAX + 1)}`)
  return {
    data: rows.slice(0, LINKS_MAX).map((row) => shownLink(row, now)),
    has_more: rows.length > LINKS_MAX,
  }
}
