import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { DevelopersHeader } from '@/components/developers/developers-header'
import { requestsQuery } from '@/components/developers/requests/requests-query'
import { RequestsScreen } from '@/components/developers/requests/requests-screen'
import { requestFilterSchema } from '@/lib/dashboard/schema/developers/requests'
import { readFilter } from '@/lib/dashboard/schema/list'
import { listKeys } from '@/lib/service/panel/keys'
import { readRequests } from './read-requests'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function RequestsPage({ params, searchParams }: Props) {
  const { account } = await params
  const { panel } = await developerPage(account)
  const filter = readFilter(requestFilterSchema, await searchParams)
  const client = new QueryClient()
  const [keys] = await Promise.all([
    listKeys(panel),
    client.prefetchQuery({
      ...requestsQuery(account, filter),
      queryFn: () => readRequests(panel, filter),
    }),
  ])
  return (
    <>
      <DevelopersHeader current="requests" />
      <HydrationBoundary state={dehydrate(client)}>
        <RequestsScreen
          filter={filter}
          keys={Object.fromEntries(keys.map(({ id, name, last4 }) => [id, `${name} ••${last4}`]))}
        />
      </HydrationBoundary>
    </>
  )
}
