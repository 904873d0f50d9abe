import type { DeliveryDetail, SignedDelivery } from '@/lib/contract/panel/deliveries'
import { maskedEvent } from '@/lib/dashboard/payments/shown-payment'
import { Refusal } from '@/lib/dashboard/refusal'
import {
  type DeliveriesPage,
  type DeliveryFilter,
  deliverySet,
} from '@/lib/dashboard/schema/developers/deliveries'
import type { ListCount } from '@/lib/dashboard/schema/list'
import { can } from '@/lib/dashboard/schema/role-permissions'
import type { Member } from '@/lib/dashboard/team/find-member'
import { countDeliveries, getDelivery, listDeliveries } from '@/lib/service/panel/deliveries'
import { listEndpointUrls } from '@/lib/service/panel/endpoints'
import type { PanelContext } from '@/lib/service/panel/panel'
import { latestRetryRun } from '@/lib/service/panel/retry-runs'

/** Returns the set of deliveries that a filter selects; its days are those of the account's zone. */
export function setOf({ account, now }: PanelContext, filter: DeliveryFilter) {
  return deliverySet(filter, account.timezone, now().getTime())
}

/** Returns a page of deliveries with the account's endpoints, for the page and its data route. */
export async function readDeliveries(panel: PanelContext, filter: DeliveryFilter): Promise<DeliveriesPage> {
  const [page, endpoints, run] = await Promise.all([
    listDeliveries(panel, setOf(panel, filter), { cursor: filter.cursor }),
    listEndpointUrls(panel),
    latestRetryRun(panel),
  ])
  return { ...page, endpoints, run, totals: null, search: filter.q === undefined ? null : { as: 'id' } }
}

/** Returns the bounded counts of the list's tabs. */
export async function readDeliveryTotals(panel: PanelContext, filter: DeliveryFilter): Promise<ListCount> {
  const { counts, max } = await countDeliveries(panel, setOf(panel, filter))
  const count = counts[filter.status ?? 'ALL'] ?? 0
  const { currency } = panel.account
  return { totals: { from: 1, counts, count, counted_to: max, amount: 0, currency } }
}

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
  const detail = (await getDelivery(panel, id)) ?? notFound()
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

function notFound(): never {
  throw new Refusal('resource_not_found')
}
