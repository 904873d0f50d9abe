import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { DeliveriesScreen } from '@/components/developers/deliveries/deliveries-screen'
import { deliveriesQuery } from '@/components/developers/deliveries/queries'
import { DevelopersHeader } from '@/components/developers/developers-header'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Button } from '@/components/ui/button'
import { deliveryFilterSchema } from '@/lib/dashboard/schema/developers/deliveries'
import { readFilter } from '@/lib/dashboard/schema/list'
import { deliveries } from '@/lib/messages/developer-deliveries'
import { readDeliveries } from './delivery-reads'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function DeliveriesPage({ params, searchParams }: Props) {
  const { account } = await params
  const { panel, writes } = await developerPage(account)
  const filter = readFilter(deliveryFilterSchema, await searchParams)
  const client = new QueryClient()
  await client.prefetchQuery({
    ...deliveriesQuery(account, filter),
    queryFn: () => readDeliveries(panel, filter),
  })
  return (
    <>
      <DevelopersHeader
        current="deliveries"
        action={
          <Button asChild>
            <PageLink href="/developers/deliveries/doctor">{deliveries.doctor}</PageLink>
          </Button>
        }
      />
      <HydrationBoundary state={dehydrate(client)}>
        <DeliveriesScreen filter={filter} mayRetry={writes} />
      </HydrationBoundary>
    </>
  )
}
