import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { retryDeliveryAction } from '@/app/(dashboard)/[account]/(panel)/developers/deliveries/actions'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { DeliveryScreen } from '@/components/developers/deliveries/delivery-screen'
import { deliveryQuery } from '@/components/developers/deliveries/queries'
import { getDelivery } from '@/lib/service/panel/deliveries'

type Props = { params: Promise<{ account: string; deliveryId: string }> }

export default async function DeliveryPage({ params }: Props) {
  const { account, deliveryId: id } = await params
  const { panel, writes } = await developerPage(account)
  const detail = await getDelivery(panel, id)
  if (!detail) notFound()
  const client = new QueryClient()
  client.setQueryData(deliveryQuery(account, id).queryKey, detail)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <DeliveryScreen id={id} retry={writes ? retryDeliveryAction.bind(null, account) : null} />
    </HydrationBoundary>
  )
}
