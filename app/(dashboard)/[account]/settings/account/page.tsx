import { readPage } from '@/app/(dashboard)/[account]/pages'
import { PageHeader } from '@/components/page/page-header'
import { AccountScreen } from '@/components/settings/account-screen'
import { accountSettings as copy } from '@/lib/messages/account-settings'
import { settings } from '@/lib/messages/settings'

/** Shows the account as the payments service reports it, confirmed once the page is on screen. */
export default readPage(
  'account/detail',
  <PageHeader title={copy.title} lead={copy.lead} back={{ href: '/settings', label: settings.title }} />,
  <AccountScreen />,
)
