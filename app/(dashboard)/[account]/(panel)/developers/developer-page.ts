import { notFound, redirect } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { can } from '@/lib/dashboard/team/can'
import { panelOf } from './panel-of'

/**
 * Returns the member and the panel of a page of `Developers`. Without a panel it leads to the page that shows the reason. A role
 * that may not see the panel gets the page of an address that does not exist.
 */
export async function developerPage(account: string) {
  const member = await accountPage(account)
  if (!can(member.role, 'developers.read')) notFound()
  const panel = await panelOf(member)
  if (!panel) redirect(`/${account}/developers`)
  return { ...member, panel, writes: can(member.role, 'developers.write') }
}
