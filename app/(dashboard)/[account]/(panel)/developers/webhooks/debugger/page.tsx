import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { DebuggerScreen } from '@/components/developers/debugger'
import { PageHeader } from '@/components/page/page-header'
import { readSignedDelivery } from '@/lib/own-account/reads'

/** Explains why a webhook's signature is refused. The server loads at most a delivery by its id, never a secret. */
export default memberPage('developers.read', async ({ account, search: { delivery }, t }) => {
  const { panel, role } = await developerPage(account)
  const loaded = typeof delivery === 'string' ? await readSignedDelivery(panel, { role }, delivery) : null
  return (
    <>
      <PageHeader
        back={{ href: '/developers/webhooks', label: t('developers.tabs.webhooks') }}
        title={t('developers.debugger.open')}
        lead={t('signature-debugger.lead')}
      />
      <DebuggerScreen key={loaded?.id} loaded={loaded} />
    </>
  )
})
