import type { ConnectionContext } from '@/lib/dashboard/context'
import type { RequestFilter, RequestsPage } from '@/lib/dashboard/schema/developers/requests'
import { periodBounds } from '@/lib/dashboard/schema/period'
import type { PanelContext } from '@/lib/service/panel/panel'
import { listRequests } from '@/lib/service/panel/requests'

/**
 * Returns a page of the request log; its days are those of the account's time zone. Excludes the calls of the
 * dashboard's own key unless the filter names a key or includes them.
 */
export function readRequests(
  { account }: Pick<ConnectionContext, 'account'>,
  panel: PanelContext,
  { period, from, to, dashboard, ...filter }: RequestFilter,
): Promise<RequestsPage> {
  const bounds = periodBounds({ period, from, to }, account.timezone, panel.now().getTime())
  const hides = filter.key === undefined && dashboard !== 'shown'
  return listRequests(panel, { ...filter, ...bounds, notKey: hides ? panel.keyId : undefined })
}
