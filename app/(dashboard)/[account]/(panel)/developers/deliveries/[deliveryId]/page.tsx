import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { retryDeliveryAction } from '@/app/(dashboard)/[account]/(panel)/developers/deliveries/actions'
import { readDelivery } from '@/app/(dashboard)/[account]/(panel)/developers/deliveries/delivery-reads'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { DeliveryScreen } from '@/components/developers/deliveries/delivery-screen'
import { deliveryQuery } from '@/components/developers/deliveries/queries'
import { Refusal } from '@/lib/dashboard/refusal'

type Props = { params: Promise<{ account: string; deliveryId: string }> }

export default async function DeliveryPage({ params }: Props) {
  const { account, deliveryId: id } = await params
  const { panel, role, writes } = await developerPage(account)
  const client = new QueryClient()
  const { queryKey } = deliveryQuery(account, id)
  client.setQueryData(
    queryKey,
    await readDelivery(panel, { role }, id).catch((error) => {
      if (error instanceof Refusal) notFound()
      throw error
    }),
  )
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <DeliveryScreen id={id} retry={writes ? retryDeliveryAction.bind(null, account) : null} />
    </HydrationBoundary>
  )
}
