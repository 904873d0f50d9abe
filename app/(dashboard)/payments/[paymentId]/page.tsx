import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { signedIn } from '@/app/(dashboard)/signed-in'
import { preferredLocale } from '@/components/locale/preferred-locale'
import { PaymentScreen } from '@/components/payments/payment-screen'
import { paymentQuery } from '@/components/payments/queries'
import { formatMajor } from '@/lib/contract/money'
import { getPayment } from '@/lib/dashboard/payments/get-payment'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/team/can'
import { payments } from '@/lib/messages/payments'

type Props = { params: Promise<{ paymentId: string }> }

/** Asked once a request, by the page and its title together. */
const paymentOf = cache(async (id: string) => getPayment((await signedIn()).ctx, id))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { paymentId } = await params
  const detail = await paymentOf(paymentId).catch(() => null)
  if (!detail) return { title: payments.one }
  const { amount, currency } = detail.payment
  const locale = preferredLocale((await headers()).get('accept-language'))
  return { title: payments.oneOf(`${formatMajor(amount, currency, locale)} ${currency}`) }
}

export default async function PaymentPage({ params }: Props) {
  const { role } = await signedIn()
  const { paymentId: id } = await params
  const client = new QueryClient()
  try {
    await client.fetchQuery({ ...paymentQuery(id), queryFn: () => paymentOf(id) })
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
