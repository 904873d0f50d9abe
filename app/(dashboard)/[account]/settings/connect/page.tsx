import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { PageHeader } from '@/components/page/page-header'
import { ConnectForm } from '@/components/settings/connect-form'
import { settings } from '@/lib/messages/settings'

export default memberPage('connection.manage', () => (
  <>
    <PageHeader
      title={settings.connect.title}
      lead={settings.connect.lead}
      back={{ href: '/settings', label: settings.title }}
    />
    <ConnectForm />
  </>
))
