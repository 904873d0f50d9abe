import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { DevelopersHeader } from '@/components/developers/developers-header'
import { EventTools } from '@/components/developers/events/event-tools'
import { EventsScreen } from '@/components/developers/events/events-screen'
import { eventsQuery } from '@/components/developers/events/queries'
import { eventFilterSchema } from '@/lib/dashboard/schema/developers/events'
import { readFilter } from '@/lib/dashboard/schema/list'
import { eventsPage } from './read-events'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Lists all events of the account, delivered or not. */
export default async function EventsPage({ params, searchParams }: Props) {
  const { account } = await params
  const { panel } = await developerPage(account)
  const filter = readFilter(eventFilterSchema, await searchParams)
  const client = new QueryClient()
  await client.prefetchQuery({ ...eventsQuery(account, filter), queryFn: () => eventsPage(panel, filter) })
  return (
    <>
      <DevelopersHeader current="events" action={<EventTools />} />
      <HydrationBoundary state={dehydrate(client)}>
        <EventsScreen filter={filter} />
      </HydrationBoundary>
    </>
  )
}
