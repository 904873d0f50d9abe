import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import {
  answerMissedAction,
  changeEndpointAction,
  editEndpointAction,
  endRotationAction,
  rotateSecretAction,
  sendTestAction,
  showNextSecretAction,
} from '@/app/(dashboard)/[account]/(panel)/developers/webhooks/actions'
import { ownAddress } from '@/app/(dashboard)/[account]/(panel)/developers/webhooks/own-address'
import { EndpointScreen } from '@/components/developers/webhooks/endpoint-screen'
import { endpointQuery } from '@/components/developers/webhooks/queries'
import { ApiError } from '@/lib/contract/errors'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { readPanelEndpoint } from '@/lib/service/panel/endpoints'

type Props = {
  params: Promise<{ account: string; endpointId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Shows one webhook endpoint. */
export default async function EndpointPage({ params, searchParams }: Props) {
  const { account, endpointId: id } = await params
  const { panel, ctx, role, writes } = await developerPage(account)
  const client = new QueryClient()
  const detail = await readPanelEndpoint(panel, id, ownAddress(ctx)).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'resource_not_found') notFound()
    throw error
  })
  client.setQueryData(endpointQuery(account, id).queryKey, detail)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <EndpointScreen
        id={id}
        allowsLocalhost={webDashboard().testMode}
        opensTest={(await searchParams).test !== undefined}
        manages={can(role, 'connection.manage')}
        actions={
          writes
            ? {
                edit: editEndpointAction.bind(null, account),
                change: changeEndpointAction.bind(null, account),
                answerMissed: answerMissedAction.bind(null, account),
                rotate: rotateSecretAction.bind(null, account),
                showNextSecret: showNextSecretAction.bind(null, account),
                endRotation: endRotationAction.bind(null, account),
                sendTest: sendTestAction.bind(null, account),
              }
            : null
        }
      />
    </HydrationBoundary>
  )
}
