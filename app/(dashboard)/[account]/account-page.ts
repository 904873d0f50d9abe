import { headers } from 'next/headers'
import { after } from 'next/server'
import { cache } from 'react'
import { rememberAccount } from '@/lib/dashboard/team/find-accounts'
import { pageMember } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { PATH_HEADER } from '@/lib/ui/page-headers'

/**
 * Returns the member for a page of this account, loaded once per request for layout and page together. Makes
 * this account the target of bare URLs.
 */
export const accountPage = cache(async (account: string) => {
  const member = await pageMember(account, (await headers()).get(PATH_HEADER) ?? `/${account}`)
  if (!member.isLastAccount) after(() => rememberAccount(webDashboard(), member))
  return member
})
