import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { chargeActions } from '@/app/(dashboard)/[account]/charges/charge-actions'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { ChargeScreen } from '@/components/charges/charge-screen'
import { read } from '@/components/data/read'
import { can } from '@/lib/dashboard/schema/role-permissions'

type Props = { params: Promise<{ account: string; chargeId: string }> }

export default async function ChargePage({ params }: Props) {
  const { account, chargeId: id } = await params
  const member = await accountPage(account)
  return withReads(
    member,
    [read(account, 'charges/detail', { id })],
    <ChargeScreen
      id={id}
      merchantName={member.ctx.account.name}
      actions={can(member.role, 'charges.create') ? chargeActions(account) : null}
    />,
  )
}
