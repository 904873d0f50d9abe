import { cookies } from 'next/headers'
import { reconcileNowAction } from '@/app/(dashboard)/mirror/actions'
import {
  addSecretAction,
  chooseConnectionAction,
  removeConnectionAction,
  replaceKeyAction,
  retireSecretAction,
} from '@/app/(dashboard)/settings/actions'
import { signedIn } from '@/app/(dashboard)/signed-in'
import { AccountSection } from '@/components/settings/account-section'
import { ConnectionsSection } from '@/components/settings/connections-section'
import { HealthSection } from '@/components/settings/health-section'
import { LinkRows } from '@/components/settings/link-rows'
import { PreferencesSection } from '@/components/settings/preferences-section'
import { ScrollToNamed } from '@/components/settings/scroll-to-named'
import { SettingsSection } from '@/components/settings/settings-section'
import { WebhookSection } from '@/components/settings/webhook-section'
import { YouSection } from '@/components/settings/you-section'
import { PageHeader } from '@/components/shell/page-header'
import { parseTheme, THEME_COOKIE } from '@/components/shell/theme'
import { listConnections } from '@/lib/dashboard/connections/connect-account'
import { webhookState } from '@/lib/dashboard/connections/webhook-state'
import { can } from '@/lib/dashboard/team/can'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { settings } from '@/lib/messages/settings'
import { shell } from '@/lib/messages/shell'

export default async function SettingsPage() {
  const { user, team, role, ctx } = await signedIn()
  const dashboard = webDashboard()
  const manages = can(role, 'connection.manage')
  const [connections, webhook] = await Promise.all([
    listConnections(dashboard, ctx),
    manages ? webhookState(dashboard, ctx) : null,
  ])
  const { account } = ctx
  return (
    <>
      <ScrollToNamed />
      <PageHeader title={settings.title} lead={settings.lead} />
      <AccountSection account={{ ...account, test_mode: account.test_mode ?? null }} />
      {can(role, 'payouts.read') ? (
        <SettingsSection id="payouts" title={settings.payouts.title} lead={settings.payouts.lead}>
          <LinkRows
            rows={[{ href: '/payouts', title: settings.payouts.open, hint: settings.payouts.hint }]}
          />
        </SettingsSection>
      ) : null}
      <ConnectionsSection
        connections={manages ? connections : connections.filter(({ current }) => current)}
        acts={
          manages
            ? { choose: chooseConnectionAction, replaceKey: replaceKeyAction, remove: removeConnectionAction }
            : null
        }
      />
      {webhook ? (
        <WebhookSection
          address={`${dashboard.env.WEB_URL}/api/webhooks/${ctx.connectionId}`}
          accountId={account.id}
          first={webhook}
          addSecret={addSecretAction}
          retireSecret={retireSecretAction}
        />
      ) : null}
      <HealthSection reconcile={can(role, 'mirror.reconcile') ? reconcileNowAction : null} />
      <YouSection name={user.name} email={user.email} team={team.name} role={shell.roles[role]} />
      <PreferencesSection theme={parseTheme((await cookies()).get(THEME_COOKIE)?.value)} />
      <SettingsSection id="developers" title={settings.more.title} lead={settings.more.lead}>
        <LinkRows
          rows={[
            { href: '/docs/quick-start', ...settings.more.links.quickStart },
            { href: '/docs', ...settings.more.links.reference },
            { href: '/docs/webhooks', ...settings.more.links.webhooks },
            ...(can(role, 'audit.read') ? [{ href: '/audit', ...settings.more.links.activity }] : []),
          ]}
        />
      </SettingsSection>
    </>
  )
}
