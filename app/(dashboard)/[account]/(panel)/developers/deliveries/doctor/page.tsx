import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { DoctorScreen } from '@/components/developers/deliveries/retry'
import { PageHeader } from '@/components/page/page-header'
import { periodBounds } from '@/lib/dashboard/reads/period'
import { diagnoseDeliveries } from '@/lib/service/panel/deliveries'

export default memberPage('developers.read', async ({ account, t }) => {
  const { panel } = await developerPage(account)
  const now = panel.now().getTime()
  // The same days as in the filter of the list that the groups link to.
  const { after = '' } = periodBounds({ period: '7d' }, panel.account.timezone, now)
  return (
    <>
      <PageHeader
        back={{ href: '/developers/deliveries', label: t('developers.tabs.deliveries') }}
        title={t('developer-deliveries.doctor.title')}
        lead={t('developer-deliveries.doctor.lead')}
      />
      <DoctorScreen groups={await diagnoseDeliveries(panel, after)} />
    </>
  )
})
