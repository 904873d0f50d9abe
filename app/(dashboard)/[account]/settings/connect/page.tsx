import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { PageHeader } from '@/components/page/page-header'
import { ConnectForm } from '@/components/settings/connect-form'

export default memberPage('connection.manage', ({ t }) => (
  <>
    <PageHeader
      title={t('settings.connect.title')}
      lead={t('settings.connect.lead')}
      back={{ href: '/settings', label: t('settings.title') }}
    />
    <ConnectForm />
  </>
))
