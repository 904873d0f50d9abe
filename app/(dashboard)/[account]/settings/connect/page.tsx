import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { PageHeader } from '@/components/page/page-header'
import { ConnectForm } from '@/components/settings/connect-form'
import { memberTexts } from '@/lib/ui/member-reader'

export default memberPage('connection.manage', async () => {
  const { t } = await memberTexts()
  return (
    <>
      <PageHeader
        title={t('settings.connect.title')}
        lead={t('settings.connect.lead')}
        back={{ href: '/settings', label: t('settings.title') }}
      />
      <ConnectForm />
    </>
  )
})
