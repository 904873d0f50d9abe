import { memberPage, withReads } from '@/app/(dashboard)/[account]/pages'
import { CustomerScreen } from '@/components/customers/detail'
import { read } from '@/components/data/read'
import { knownBalance } from '@/lib/dashboard/balance/refresh-balance'

export default memberPage(null, async ({ member, account, params: { customerId: id = '' } }) => {
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
})
