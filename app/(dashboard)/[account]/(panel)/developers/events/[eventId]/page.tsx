import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { eventDetail } from '@/app/(dashboard)/[account]/(panel)/developers/events/read-events'
import { EventScreen } from '@/components/developers/events/event-screen'
import { eventQuery } from '@/components/developers/events/queries'
import { Refusal } from '@/lib/dashboard/refusal'

type Props = { params: Promise<{ account: string; eventId: string }> }

/** Shows one event: its body, its object, and its deliveries. */
export default async function EventPage({ params }: Props) {
  const { account, eventId: id } = await params
  const { panel, role } = await developerPage(account)
  const client = new QueryClient()
  const { queryKey } = eventQuery(account, id)
  client.setQueryData(
    queryKey,
    await eventDetail(panel, { role }, id).catch((error) => {
      if (error instanceof Refusal) notFound()
      throw error
    }),
  )
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <EventScreen id={id} />
    </HydrationBoundary>
  )
}
