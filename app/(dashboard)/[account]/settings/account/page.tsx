import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { PageHeader } from '@/components/page/page-header'
import { AccountScreen } from '@/components/settings/account-screen'
import { accountSettings as copy } from '@/lib/messages/account-settings'
import { settings } from '@/lib/messages/settings'

type Props = { params: Promise<{ account: string }> }

/** Shows the account as the payments service reports it, confirmed once the page is on screen. */
export default async function AccountSettingsPage({ params }: Props) {
  const { account } = await params
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} back={{ href: '/settings', label: settings.title }} />
      {await withReads(await accountPage(account), [read(account, 'account/detail', {})], <AccountScreen />)}
    </>
  )
}
