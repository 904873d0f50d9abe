import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { prefetchObject } from '@/app/(dashboard)/[account]/prefetch-object'
import { PaymentScreen } from '@/components/payments/detail/payment-screen'
import { paymentQuery } from '@/components/payments/queries'
import { getPayment } from '@/lib/dashboard/payments/get-payment'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { hasMail } from '@/lib/platform/mail/mailer'
import { sendReceiptAction } from './actions'

type Props = { params: Promise<{ account: string; paymentId: string }> }

export default async function PaymentPage({ params }: Props) {
  const { account, paymentId: id } = await params
  const { role, ctx } = await accountPage(account)
  const client = new QueryClient()
  await prefetchObject(client, paymentQuery(account, id), () => getPayment(ctx, id, { role, from: 'mirror' }))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PaymentScreen
        id={id}
        mayCreate={can(role, 'links.create')}
        receipt={{
          merchant: ctx.account.name,
          send: can(role, 'receipts.send') ? sendReceiptAction.bind(null, account) : null,
          hasMail: hasMail(webDashboard().env),
        }}
      />
    </HydrationBoundary>
  )
}
