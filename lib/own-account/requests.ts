import type { RequestFilter, RequestsPage } from '@/lib/dashboard/schema/developers/requests'
import { periodBounds } from '@/lib/dashboard/schema/period'
import type { PanelContext } from '@/lib/service/panel/panel'
import { listRequests } from '@/lib/service/panel/requests'

/**
 * Returns a page of the request log; its days are those of the account's time zone. Excludes the calls of the
 * dashboard's own key unless the filter names a key or includes them.
 */
export async function readRequests(
  panel: PanelContext,
  { period, from, to, dashboard, ...filter }: RequestFilter,
): Promise<RequestsPage> {
  const { timezone, currency } = panel.account
  const bounds = periodBounds({ period, from, to }, timezone, panel.now().getTime())
  const hides = filter.key === undefined && dashboard !== 'shown'
  const { counts, counted_to, ...page } = await listRequests(panel, {
    ...filter,
    ...bounds,
    notKey: hides ? panel.keyId : undefined,
  })
  // The position of a page's first row is not counted, so no range is shown.
  const { status } = filter
  const totals = counts && {
    from: 1,
    counts,
    count: counts[status ?? 'ALL'],
    counted_to,
    amount: 0,
    currency,
  }
  return { ...page, totals, search: filter.q === undefined ? null : { as: 'id' } }
}
