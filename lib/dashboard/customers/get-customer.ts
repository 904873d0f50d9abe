import type { ConnectionContext } from '@/lib/dashboard/context'
import { maskedEvent } from '@/lib/dashboard/payments/shown-payment'
import { oldestFirst } from '@/lib/dashboard/reads/keyset'
import { findCustomer, type ObjectSource, readObject } from '@/lib/dashboard/reads/read-object'
import { receivedEvents } from '@/lib/dashboard/reads/received-events'
import type { CustomerDetail } from '@/lib/dashboard/schema/customer'
import type { MemberRole } from '@/lib/dashboard/schema/role-permissions'
import { listCustomerActions } from './list-customer-actions'
import { phoneOfCustomer } from './phone-of-customer'
import { shownCustomer } from './shown-customer'

type Options = {
  role: MemberRole
  /** Members of the team by id. */
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
): Promise<CustomerDetail> {
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
