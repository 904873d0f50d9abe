import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { chargeActions } from '@/app/(dashboard)/[account]/charges/charge-actions'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { CustomerScreen } from '@/components/customers/detail/customer-screen'
import { read } from '@/components/data/read'
import { knownBalance } from '@/lib/dashboard/balance/known-balance'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { revealContactAction, updateCustomerAction } from './actions'

type Props = { params: Promise<{ account: string; customerId: string }> }

export default async function CustomerPage({ params }: Props) {
  const { account, customerId: id } = await params
  const member = await accountPage(account)
  const { role, ctx } = member
  const balance = await knownBalance(ctx)
  const mayReveal = can(role, 'contacts.reveal') && !can(role, 'contacts.read')
  return withReads(
    member,
    [
      read(account, 'customers/detail', { id }),
      read(account, 'payments/list', { customer: id }),
      read(account, 'links/list/customer', { id }),
    ],
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
              actions: chargeActions(account),
            }
          : null
      }
      update={updateCustomerAction.bind(null, account)}
      reveal={mayReveal ? revealContactAction.bind(null, account) : null}
    />,
  )
}
