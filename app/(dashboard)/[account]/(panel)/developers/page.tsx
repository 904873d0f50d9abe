import { redirect } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { guardedPage } from '@/app/(dashboard)/[account]/pages'
import { NoPanel } from '@/components/developers/developers-header'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { panelAbsence, panelOf } from '@/lib/own-account/panel'

type Props = { params: Promise<{ account: string }> }

/** Redirects to the first tab, each of which has its own URL; without a panel it shows the reason. */
export default guardedPage('developers.read', async function DevelopersPage({ params }: Props) {
  const { account } = await params
  const member = await accountPage(account)
  if (await panelOf(member)) redirect(`/${account}/developers/keys`)
  return <NoPanel absence={await panelAbsence(member.ctx)} manages={can(member.role, 'connection.manage')} />
})
