import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { EndpointScreen } from '@/components/developers/webhooks/endpoint-screen'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

type Props = {
  params: Promise<{ account: string; endpointId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Shows one webhook endpoint. */
export default async function EndpointPage({ params, searchParams }: Props) {
  const { account, endpointId: id } = await params
  const member = await developerPage(account)
  const opensTest = (await searchParams).test !== undefined
  const { testMode } = webDashboard()
  return withReads(
    member,
    [read(account, 'endpoints/detail', { id })],
    <EndpointScreen id={id} allowsLocalhost={testMode} opensTest={opensTest} />,
  )
}
