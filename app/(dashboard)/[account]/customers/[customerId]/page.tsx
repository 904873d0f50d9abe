import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { chargeAction } from '@/app/(dashboard)/[account]/charges/actions'
import { recordShareAction } from '@/app/(dashboard)/[account]/links/actions'
import { prefetchObject } from '@/app/(dashboard)/[account]/prefetch-object'
import { CustomerScreen } from '@/components/customers/detail/customer-screen'
import { customerLinksQuery, customerQuery } from '@/components/customers/queries'
import { paymentsQuery } from '@/components/payments/queries'
import { knownBalance } from '@/lib/dashboard/balance/known-balance'
import { getCustomer } from '@/lib/dashboard/customers/get-customer'
import { listCustomerLinks } from '@/lib/dashboard/customers/list-customer-links'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { memberNames } from '@/lib/dashboard/team/find-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { revealContactAction, updateCustomerAction } from './actions'

type Props = { params: Promise<{ account: string; customerId: string }> }

export default async function CustomerPage({ params }: Props) {
  const { account, customerId: id } = await params
  const { role, ctx, team } = await accountPage(account)
  const client = new QueryClient()
  const payments = client.prefetchQuery({
    ...paymentsQuery(account, { customer: id }),
    queryFn: () => listPayments(ctx, { customer: id }, { role }),
  })
  const links = client.prefetchQuery({
    ...customerLinksQuery(account, id),
    queryFn: () => listCustomerLinks(ctx, id),
  })
  const customer = prefetchObject(client, customerQuery(account, id), async () =>
    getCustomer(ctx, id, { role, names: await memberNames(webDashboard(), team.id), from: 'mirror' }),
  )
  const [balance] = await Promise.all([knownBalance(ctx), customer, payments, links])
  const mayReveal = can(role, 'contacts.reveal') && !can(role, 'contacts.read')
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CustomerScreen
        id={id}
        owner={`${ctx.userId}:${ctx.connectionId}`}
        mayWrite={can(role, 'customers.write')}
        charging={
          can(role, 'charges.create')
            ? {
                currency: ctx.account.currency,
                fees: balance?.balance.fee_schedule ?? null,
                merchantName: ctx.account.name,
                send: chargeAction.bind(null, account),
              }
            : null
        }
        update={updateCustomerAction.bind(null, account)}
        reveal={mayReveal ? revealContactAction.bind(null, account) : null}
        record={recordShareAction.bind(null, account)}
      />
    </HydrationBoundary>
  )
}
