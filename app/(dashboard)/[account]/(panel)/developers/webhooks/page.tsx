import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { EndpointsScreen } from '@/components/developers/webhooks/endpoints-screen'
import { endpointsQuery } from '@/components/developers/webhooks/queries'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { listPanelEndpoints } from '@/lib/service/panel/endpoints'
import { addEndpointAction } from './actions'
import { ownAddress } from './own-address'

type Props = { params: Promise<{ account: string }> }

/** Lists the account's webhook endpoints. */
export default async function WebhooksPage({ params }: Props) {
  const { account } = await params
  const { panel, ctx, writes } = await developerPage(account)
  const client = new QueryClient()
  await client.prefetchQuery({
    ...endpointsQuery(account),
    queryFn: () => listPanelEndpoints(panel, ownAddress(ctx)),
  })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <EndpointsScreen
        add={writes ? addEndpointAction.bind(null, account) : null}
        allowsLocalhost={webDashboard().testMode}
      />
    </HydrationBoundary>
  )
}
