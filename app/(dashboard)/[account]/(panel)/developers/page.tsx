import { notFound, redirect } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { NoPanel } from '@/components/developers/no-panel'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { panelOf } from '@/lib/own-account/panel'
import { panelAbsence } from '@/lib/own-account/panel-absence'
import { webPanel } from '@/lib/service/panel/panel'

type Props = { params: Promise<{ account: string }> }

/** Redirects to the first tab, each of which has its own URL; without a panel it shows the reason. */
export default async function DevelopersPage({ params }: Props) {
  const { account } = await params
  const member = await accountPage(account)
  if (!can(member.role, 'developers.read')) notFound()
  if (await panelOf(member)) redirect(`/${account}/developers/keys`)
  const absence = await panelAbsence({ panel: webPanel(), dashboard: webDashboard() }, member.ctx)
  return <NoPanel absence={absence} manages={can(member.role, 'connection.manage')} />
}
