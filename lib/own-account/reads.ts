import * as z from 'zod'
import { isWithinScope, keyScopes } from '@/lib/contract/key-scopes'
import type { DeliveryDetail, SignedDelivery } from '@/lib/contract/panel/deliveries'
import { endpointState } from '@/lib/contract/panel/endpoints'
import type { AccountEvent, ListedAccountEvent } from '@/lib/contract/panel/events'
import { isUsable } from '@/lib/contract/panel/keys'
import type { ListedRequest } from '@/lib/contract/panel/requests'
import { defineRead } from '@/lib/dashboard/define-read'
import {
  type DeliveriesPage,
  type DeliveryFilter,
  deliveryFilterSchema,
  deliverySet,
  type EventFilter,
  endpointFilterSchema,
  eventFilterSchema,
  keyFilterSchema,
  type RequestFilter,
  requestFilterSchema,
} from '@/lib/dashboard/developers/filters'
import { endpointStates, keyTabs } from '@/lib/dashboard/developers/shape'
import { maskedEvent } from '@/lib/dashboard/payments/shown-payment'
import { idField, type ListCount, type ListPage } from '@/lib/dashboard/reads/list'
import { periodBounds } from '@/lib/dashboard/reads/period'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/role-permissions'
import type { Member } from '@/lib/dashboard/team/find-member'
import { foldText } from '@/lib/domain/fold-text'
import { countDeliveries, getDelivery, listDeliveries } from '@/lib/service/panel/deliveries'
import { listEndpointUrls, listPanelEndpoints, readPanelEndpoint } from '@/lib/service/panel/endpoints'
import { listEvents, readEvent } from '@/lib/service/panel/events'
import { listKeys } from '@/lib/service/panel/keys'
import type { PanelContext } from '@/lib/service/panel/panel'
import { getRequest, listRequests } from '@/lib/service/panel/requests'
import { getRetryRun, latestRetryRun } from '@/lib/service/panel/retry-runs'
import { ownAddress } from './own-endpoint'
import { requirePanel } from './panel'

const byId = z.object({ id: idField })

/** Returns a read of the developer panel, for accounts of this deployment that the member's team owns. */
function panelRead<Schema extends z.ZodType, Data>(
  schema: Schema,
  run: (panel: PanelContext, input: z.output<Schema>, member: Member) => Promise<Data>,
) {
  return defineRead('developers.read', schema, async (member, input) =>
    run(await requirePanel(member), input, member),
  )
}

/** All reads of the developer panel, by name. */
export const panelReads = {
  'api-keys/list': panelRead(keyFilterSchema, async (panel, filter) => ({
    ...wholePage(panel, filter, await listKeys(panel), {
      tabs: keyTabs,
      tabOf: (key) => (isUsable(key) ? 'ACTIVE' : 'ENDED'),
      textOf: ({ name, last4 }) => `${name} ${last4}`,
    }),
    scopes: keyScopes.filter((scope) => isWithinScope(panel.maxScope, scope)),
  })),
  'deliveries/list': panelRead(deliveryFilterSchema, readDeliveries),
  'deliveries/totals': panelRead(deliveryFilterSchema, readDeliveryTotals),
  'deliveries/detail': panelRead(byId, (panel, { id }, member) => readDelivery(panel, member, id)),
  'endpoints/list': panelRead(endpointFilterSchema, async (panel, filter, { ctx }) =>
    wholePage(panel, filter, await listPanelEndpoints(panel, ownAddress(ctx)), {
      tabs: endpointStates,
      tabOf: endpointState,
      textOf: ({ id, url, description }) => `${id} ${url} ${description ?? ''}`,
    }),
  ),
  'endpoints/detail': panelRead(byId, (panel, { id }, { ctx }) =>
    readPanelEndpoint(panel, id, ownAddress(ctx)),
  ),
  'events/list': panelRead(eventFilterSchema, eventsPage),
  'events/detail': panelRead(byId, (panel, { id }, member) => eventDetail(panel, member, id)),
  'requests/list': panelRead(requestFilterSchema, readRequests),
  'requests/detail': panelRead(byId, async (panel, { id }) => found(await getRequest(panel, id))),
  'retry-runs/detail': panelRead(byId, async (panel, { id }) => found(await getRetryRun(panel, id))),
}

function found<Detail>(detail: Detail | null): Detail {
  if (detail === null) throw new Refusal('resource_not_found')
  return detail
}

/** Returns the set of deliveries that a filter selects; its days are those of the account's zone. */
export function setOf({ account, now }: PanelContext, filter: DeliveryFilter) {
  return deliverySet(filter, account.timezone, now().getTime())
}

async function readDeliveries(panel: PanelContext, filter: DeliveryFilter): Promise<DeliveriesPage> {
  const [page, endpoints, run] = await Promise.all([
    listDeliveries(panel, setOf(panel, filter), { cursor: filter.cursor }),
    listEndpointUrls(panel),
    latestRetryRun(panel),
  ])
  return { ...page, endpoints, run, totals: null, search: searchOf(filter) }
}

async function readDeliveryTotals(panel: PanelContext, filter: DeliveryFilter): Promise<ListCount> {
  const { counts, max } = await countDeliveries(panel, setOf(panel, filter))
  return { totals: totalsOf(panel, filter, counts, max) }
}

/** Returns the totals of a list. The position of a page's first row is not counted, so no range is shown. */
function totalsOf(
  { account: { currency } }: PanelContext,
  { status = 'ALL' }: { status?: string | undefined },
  counts: Readonly<Record<string, number>>,
  counted_to: number,
) {
  return { from: 1, counts, count: counts[status] ?? 0, counted_to, amount: 0, currency }
}

interface ShortList<Row> {
  tabs: readonly string[]
  tabOf: (row: Row) => string
  /** Returns the text of a row that a search finds. */
  textOf: (row: Row) => string
}

/** Returns the rows of a short list that match its filter, all on one page. */
function wholePage<Row>(
  panel: PanelContext,
  filter: { status?: string | undefined; q?: string | undefined },
  rows: readonly Row[],
  { tabs, tabOf, textOf }: ShortList<Row>,
): ListPage<Row> {
  const { status, q } = filter
  const found = q === undefined ? rows : rows.filter((row) => foldText(textOf(row)).includes(foldText(q)))
  const inTab = (tab: string) => found.filter((row) => tabOf(row) === tab)
  const counts = { ALL: found.length, ...Object.fromEntries(tabs.map((tab) => [tab, inTab(tab).length])) }
  return {
    data: status === undefined ? [...found] : inTab(status),
    has_more: false,
    next_cursor: null,
    newer_cursor: null,
    totals: totalsOf(panel, filter, counts, found.length),
    search: q === undefined ? null : { as: 'text' },
  }
}

const searchOf = ({ q }: { q?: string | undefined }) => (q === undefined ? null : ({ as: 'id' } as const))

/**
 * Returns a delivery with its attempts. For roles without `contacts.read` the contacts in its body are masked, and
 * responses that may repeat them are left out; a test event has only those of its sample. Throws Refusal
 * `resource_not_found`.
 */
export async function readDelivery(
  panel: PanelContext,
  { role }: Pick<Member, 'role'>,
  id: string,
): Promise<DeliveryDetail> {
  const detail = found(await getDelivery(panel, id))
  const { kind, test } = detail.delivery
  const isPlain = test || can(role, 'contacts.read')
  const body = isPlain ? detail.body : maskedEvent({ kind, body: detail.body }).body
  if (body === detail.body) return { ...detail, masked: false }
  const attempts = detail.attempts.map((attempt) => ({ ...attempt, answer_head: null, answer_headers: null }))
  return { ...detail, body, masked: true, attempts }
}

/**
 * Returns the newest signed attempt of a delivery for the signature debugger; null if the account has none.
 * The body is null for roles that may not see it unmasked: the masked body was never signed.
 */
export async function readSignedDelivery(
  panel: PanelContext,
  member: Pick<Member, 'role'>,
  id: string,
): Promise<SignedDelivery | null> {
  const detail = await readDelivery(panel, member, id).catch((error) => {
    if (error instanceof Refusal) return null
    throw error
  })
  const attempt = detail?.attempts.find(({ signature }) => signature !== null)
  if (!detail || !attempt?.signature) return null
  const { endpoint_id, url } = detail.delivery
  const body = detail.masked ? null : detail.body
  return { id, endpoint_id, url, attempt: attempt.number, header: attempt.signature, body }
}

/** Returns the page of events that a filter selects. */
export async function eventsPage(
  panel: PanelContext,
  filter: EventFilter,
): Promise<ListPage<ListedAccountEvent>> {
  const { q, kind, status, cursor, ...days } = filter
  const test = status && status === 'test'
  const query = {
    q,
    kind,
    cursor,
    test,
    ...periodBounds(days, panel.account.timezone, panel.now().getTime()),
  }
  const { counts, counted_to, ...page } = await listEvents(panel, query)
  return { ...page, totals: totalsOf(panel, filter, counts, counted_to), search: searchOf(filter) }
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
  const { event, deliveries } = found(await readEvent(panel, id))
  const body = can(role, 'contacts.read') ? event.body : maskedEvent(event).body
  return { event: { ...event, body, masked: body !== event.body }, deliveries }
}

/** Returns a page of the request log, without the dashboard's own calls unless the filter names a key or includes them. */
async function readRequests(panel: PanelContext, filter: RequestFilter): Promise<ListPage<ListedRequest>> {
  const { period, from, to, dashboard, ...rest } = filter
  const bounds = periodBounds({ period, from, to }, panel.account.timezone, panel.now().getTime())
  const hides = filter.key === undefined && dashboard !== 'shown'
  const query = { ...rest, ...bounds, notKey: hides ? panel.keyId : undefined }
  const { counts, counted_to, ...page } = await listRequests(panel, query)
  return { ...page, totals: totalsOf(panel, filter, counts, counted_to), search: searchOf(filter) }
}
