import { notFound, redirect } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { panelOf } from '@/lib/own-account/panel'

/**
 * Returns the member and the panel for a page of `Developers`. Redirects an account without a panel to the
 * page that shows the reason. Throws not found for a role that may not see the panel.
 */
export async function developerPage(account: string) {
  const member = await accountPage(account)
  if (!can(member.role, 'developers.read')) notFound()
  const panel = await panelOf(member)
  if (!panel) redirect(`/${account}/developers`)
  return { ...member, panel }
}
