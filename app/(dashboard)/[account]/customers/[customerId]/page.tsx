import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { CustomerScreen } from '@/components/customers/detail'
import { read } from '@/components/data/read'
import { knownBalance } from '@/lib/dashboard/balance/refresh-balance'

type Props = { params: Promise<{ account: string; customerId: string }> }

export default async function CustomerPage({ params }: Props) {
  const { account, customerId: id } = await params
  const member = await accountPage(account)
  const balance = await knownBalance(member.ctx)
  return withReads(
    member,
    [
      read(account, 'customers/detail', { id }),
      read(account, 'payments/list', { customer: id }),
      read(account, 'links/list/customer', { id }),
    ],
    <CustomerScreen id={id} fees={balance?.balance.fee_schedule ?? null} />,
  )
}
