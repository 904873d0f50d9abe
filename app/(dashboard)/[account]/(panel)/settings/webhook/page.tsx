import { memberPage, withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { PageHeader } from '@/components/page/page-header'
import { ReceivedScreen } from '@/components/settings/received-screen'
import { WebhookSection } from '@/components/settings/webhook-section'
import { receiverAddress, webhookState } from '@/lib/dashboard/connections/webhook-state'
import { readFilter } from '@/lib/dashboard/reads/list'
import { receivedFilterSchema } from '@/lib/dashboard/received/list-received'
import { can } from '@/lib/dashboard/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { panelOf } from '@/lib/own-account/panel'

export default memberPage('developers.read', async ({ member, account, search, t }) => {
  const { role, ctx } = member
  const dashboard = webDashboard()
  const isConnected = ctx.disconnectedAt === null
  const manages = isConnected && can(role, 'connection.manage')
  const filter = readFilter(receivedFilterSchema, search)
  const [webhook, panel] = await Promise.all([
    manages ? webhookState(dashboard, ctx) : null,
    manages ? panelOf(member) : null,
  ])
  return (
    <>
      <PageHeader title={t('webhook.page')} back={{ href: '/settings', label: t('settings.title') }} />
      {webhook ? (
        <WebhookSection
          address={receiverAddress(dashboard.env.WEB_URL, ctx.connectionId)}
          first={webhook}
          hasPanel={panel !== null}
        />
      ) : null}
      {
        await withReads(
          member,
          [read(account, 'mirror/received', filter)],
          <ReceivedScreen filter={filter} />,
        )
      }
    </>
  )
})
