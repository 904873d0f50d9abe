import { notFound, redirect } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { can } from '@/lib/dashboard/role-permissions'
import { panelOf } from '@/lib/own-account/panel'

/** Returns member and panel for a page of `Developers`; redirects without a panel, not found for a role that may not see it. */
export async function developerPage(account: string) {
  const member = await accountPage(account)
  if (!can(member.role, 'developers.read')) notFound()
  const panel = await panelOf(member)
  if (!panel) redirect(`/${account}/developers`)
  return { ...member, panel }
}
