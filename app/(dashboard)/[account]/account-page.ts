import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { after } from 'next/server'
import { cache } from 'react'
import { rememberAccount } from '@/lib/dashboard/team/find-accounts'
import { pageMember } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { PATH_HEADER } from '@/lib/ui/page-headers'
import { chosenLanguage } from '@/lib/ui/page-reader'

/**
 * Returns the member for a page of this account, loaded once per request for layout and page together. Makes
 * this account the target of bare URLs, and gives the browser the member's language.
 */
export const accountPage = cache(async (account: string) => {
  const sent = await headers()
  const path = sent.get(PATH_HEADER) ?? `/${account}`
  const member = await pageMember(account, path)
  // Chosen in another browser. Only a whole page takes it up: parts of one would mix two languages.
  if (sent.get('sec-fetch-dest') === 'document' && ![null, chosenLanguage(sent)].includes(member.language))
    redirect(`/api/language?next=${encodeURIComponent(path)}`)
  if (!member.isLastAccount) after(() => rememberAccount(webDashboard(), member))
  return member
})
