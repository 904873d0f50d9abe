import { cookies } from 'next/headers'
import { memberPage } from '@/app/(dashboard)/[account]/pages'
import { PageHeader } from '@/components/page/page-header'
import { ConnectionsSection } from '@/components/settings/connections-section'
import { HealthSection } from '@/components/settings/health-section'
import { LanguageSection } from '@/components/settings/language-section'
import {
  NotificationsSection,
  PreferencesSection,
  ScrollToNamed,
} from '@/components/settings/preferences-section'
import {
  LinkRows,
  LinkSection,
  SettingRow,
  SettingRows,
  SettingsSection,
} from '@/components/settings/settings-section'
import { parseTheme, THEME_COOKIE } from '@/components/theme/theme'
import { listConnections } from '@/lib/dashboard/connections/connect-account'
import { wantsPaidNotice } from '@/lib/dashboard/mail/paid-notice'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { accountSettings } from '@/lib/messages/account-settings'
import { security } from '@/lib/messages/security'
import { settings } from '@/lib/messages/settings'
import { shell } from '@/lib/messages/shell'
import { team as teamCopy } from '@/lib/messages/team'

export default memberPage(null, async ({ member: { user, team, role, ctx, language } }) => {
  const seesKeys = can(role, 'developers.read')
  const [connections, wantsNotice] = await Promise.all([
    listConnections(webDashboard(), ctx),
    wantsPaidNotice(ctx),
  ])
  return (
    <>
      <ScrollToNamed />
      <PageHeader title={settings.title} />
      <LinkSection
        id="account"
        title={accountSettings.title}
        rows={[
          { href: '/settings/account', title: accountSettings.open, hint: accountSettings.openHint },
          ...(can(role, 'payouts.read')
            ? [{ href: '/payouts', title: settings.payouts.open, hint: settings.payouts.hint }]
            : []),
          ...(seesKeys
            ? [{ href: '/settings/webhook', title: settings.webhook.open, hint: settings.webhook.hint }]
            : []),
        ]}
      />
      <ConnectionsSection
        ownUrl={webDashboard().env.BASE_URL}
        connections={connections.map((one) => (seesKeys ? one : { ...one, keyLast4: null }))}
      />
      <HealthSection />
      <SettingsSection id="you" title={settings.you.title}>
        <SettingRows>
          <SettingRow name={settings.you.name}>
            <bdi>{user.name}</bdi>
          </SettingRow>
          <SettingRow name={settings.you.email}>
            <span className="wrap-anywhere">{user.email}</span>
          </SettingRow>
          <SettingRow name={settings.you.team}>
            <bdi>{team.name}</bdi>
          </SettingRow>
          <SettingRow name={settings.you.role}>{shell.roles[role]}</SettingRow>
        </SettingRows>
        <LinkRows
          rows={[
            { href: '/settings/security', title: security.title, hint: security.hint },
            { href: '/settings/team', title: teamCopy.title, hint: teamCopy.openHint },
          ]}
        />
      </SettingsSection>
      <NotificationsSection email={user.email} on={wantsNotice} />
      <LanguageSection language={language} />
      <PreferencesSection theme={parseTheme((await cookies()).get(THEME_COOKIE)?.value)} />
      <LinkSection
        id="developers"
        title={settings.more.title}
        rows={[
          { href: '/docs/quick-start', ...settings.more.links.quickStart },
          { href: '/docs', ...settings.more.links.reference },
          ...(can(role, 'audit.read') ? [{ href: '/settings/audit', ...settings.more.links.activity }] : []),
        ]}
      />
    </>
  )
})
