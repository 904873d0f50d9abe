import type { AccountEvent } from '@/lib/contract/panel/events'
import { maskedEvent } from '@/lib/dashboard/payments/shown-payment'
import { Refusal } from '@/lib/dashboard/refusal'
import type { EventFilter, EventsPage } from '@/lib/dashboard/schema/developers/events'
import { periodBounds } from '@/lib/dashboard/schema/period'
import { can } from '@/lib/dashboard/schema/role-permissions'
import type { Member } from '@/lib/dashboard/team/find-member'
import { listEvents, readEvent } from '@/lib/service/panel/events'
import type { PanelContext } from '@/lib/service/panel/panel'

/** Returns the page of events that a filter selects. */
export async function eventsPage(
  panel: PanelContext,
  { q, kind, status, cursor, ...days }: EventFilter,
): Promise<EventsPage> {
  const { after, before } = periodBounds(days, panel.account.timezone, panel.now().getTime())
  const { counts, counted_to, ...page } = await listEvents(panel, {
    q,
    kind,
    cursor,
    ...(status ? { test: status === 'test' } : {}),
    ...(after ? { created_after: new Date(after) } : {}),
    ...(before ? { created_before: new Date(before) } : {}),
  })
  const { currency } = panel.account
  // The position of a page's first row is not counted, so no range is shown.
  const totals = { from: 1, counts, count: counts[status ?? 'ALL'], counted_to, amount: 0, currency }
  return { ...page, totals, search: q === undefined ? null : { as: 'id' } }
}

/**
 * Returns an event with its deliveries; contacts in its body are masked for roles without `contacts.read`. Throws Refusal
 * `resource_not_found`.
 */
export async function eventDetail(
  panel: PanelContext,
  { role }: Pick<Member, 'role'>,
  id: string,
): Promise<AccountEvent> {
  const detail = await readEvent(panel, id)
  if (!detail) throw new Refusal('resource_not_found')
  const { event, deliveries } = detail
  const body = can(role, 'contacts.read') ? event.body : maskedEvent(event).body
  return { event: { ...event, body, masked: body !== event.body }, deliveries }
}
