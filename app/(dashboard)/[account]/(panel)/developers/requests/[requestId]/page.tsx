import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { RequestScreen } from '@/components/developers/requests/request-screen'
import { requestQuery } from '@/components/developers/requests/requests-query'
import { getRequest } from '@/lib/service/panel/requests'

type Props = { params: Promise<{ account: string; requestId: string }> }

export default async function RequestPage({ params }: Props) {
  const { account, requestId } = await params
  const { panel } = await developerPage(account)
  const request = await getRequest(panel, requestId)
  if (!request) notFound()
  const client = new QueryClient()
  client.setQueryData(requestQuery(account, requestId).queryKey, request)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RequestScreen id={requestId} />
    </HydrationBoundary>
  )
}
