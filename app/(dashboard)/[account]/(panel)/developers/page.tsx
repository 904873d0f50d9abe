import { redirect } from 'next/navigation'
import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { NoPanel } from '@/components/developers/developers-header'
import { can } from '@/lib/dashboard/role-permissions'
import { panelAbsence, panelOf } from '@/lib/own-account/panel'

/** Redirects to the first tab, each of which has its own URL; without a panel it shows the reason. */
export default memberPage('developers.read', async ({ member, account }) => {
  if (await panelOf(member)) redirect(`/${account}/developers/keys`)
  return <NoPanel absence={await panelAbsence(member.ctx)} manages={can(member.role, 'connection.manage')} />
})
