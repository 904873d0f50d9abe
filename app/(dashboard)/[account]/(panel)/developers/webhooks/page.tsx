import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { EndpointsScreen } from '@/components/developers/webhooks/endpoints-screen'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

type Props = { params: Promise<{ account: string }> }

/** Lists the account's webhook endpoints. */
export default async function WebhooksPage({ params }: Props) {
  const { account } = await params
  return withReads(
    await developerPage(account),
    [read(account, 'endpoints/list', {})],
    <EndpointsScreen allowsLocalhost={webDashboard().testMode} />,
  )
}
