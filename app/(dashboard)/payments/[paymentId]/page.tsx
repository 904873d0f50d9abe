import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { signedIn } from '@/app/(dashboard)/signed-in'
import { PaymentScreen } from '@/components/payments/payment-screen'
import { paymentQuery } from '@/components/payments/queries'
import { getPayment } from '@/lib/dashboard/payments/get-payment'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/team/can'

type Props = { params: Promise<{ paymentId: string }> }

export default async function PaymentPage({ params }: Props) {
  const { role, ctx } = await signedIn()
  const { paymentId: id } = await params
  const client = new QueryClient()
  try {
    await client.fetchQuery({ ...paymentQuery(id), queryFn: () => getPayment(ctx, id) })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
    // Anything else the screen meets again by itself, and says so with a way to retry.
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PaymentScreen id={id} mayCreate={can(role, 'links.create')} />
    </HydrationBoundary>
  )
}
