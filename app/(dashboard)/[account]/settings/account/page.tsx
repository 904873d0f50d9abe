import { readPage } from '@/app/(dashboard)/[account]/pages'
import { PageHeader } from '@/components/page/page-header'
import { AccountScreen } from '@/components/settings/account-screen'

export default readPage(
  'account/detail',
  (t) => (
    <PageHeader
      title={t('account-settings.title')}
      lead={t('account-settings.lead')}
      back={{ href: '/settings', label: t('settings.title') }}
    />
  ),
  <AccountScreen />,
)
