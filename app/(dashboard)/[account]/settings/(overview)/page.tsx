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
import { can } from '@/lib/dashboard/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

export default memberPage(null, async ({ member: { user, team, role, ctx, language }, t }) => {
  const seesKeys = can(role, 'developers.read')
  const [connections, wantsNotice] = await Promise.all([
    listConnections(webDashboard(), ctx),
    wantsPaidNotice(ctx),
  ])
  const more = (link: 'quickStart' | 'reference' | 'activity', href: string) => ({
    href,
    title: t(`settings.more.links.${link}.title`),
    hint: t(`settings.more.links.${link}.hint`),
  })
  return (
    <>
      <ScrollToNamed />
      <PageHeader title={t('settings.title')} />
      <LinkSection
        id="account"
        title={t('account-settings.title')}
        rows={[
          {
            href: '/settings/account',
            title: t('account-settings.open'),
            hint: t('account-settings.openHint'),
          },
          ...(can(role, 'payouts.read')
            ? [{ href: '/payouts', title: t('settings.payouts.open'), hint: t('settings.payouts.hint') }]
            : []),
          ...(seesKeys
            ? [{ href: '/settings/webhook', title: t('webhook.open'), hint: t('webhook.hint') }]
            : []),
        ]}
      />
      <ConnectionsSection
        ownUrl={webDashboard().env.BASE_URL}
        connections={connections.map((one) => (seesKeys ? one : { ...one, keyLast4: null }))}
      />
      <HealthSection />
      <SettingsSection id="you" title={t('settings.you.title')}>
        <SettingRows>
          <SettingRow name={t('settings.you.name')}>
            <bdi>{user.name}</bdi>
          </SettingRow>
          <SettingRow name={t('settings.you.email')}>
            <span className="wrap-anywhere">{user.email}</span>
          </SettingRow>
          <SettingRow name={t('settings.you.team')}>
            <bdi>{team.name}</bdi>
          </SettingRow>
          <SettingRow name={t('settings.you.role')}>{t(`shell.roles.${role}`)}</SettingRow>
        </SettingRows>
        <LinkRows
          rows={[
            { href: '/settings/security', title: t('security.title'), hint: t('security.hint') },
            { href: '/settings/team', title: t('team.title'), hint: t('team.openHint') },
          ]}
        />
      </SettingsSection>
      <NotificationsSection email={user.email} on={wantsNotice} />
      <LanguageSection language={language} />
      <PreferencesSection theme={parseTheme((await cookies()).get(THEME_COOKIE)?.value)} />
      <LinkSection
        id="developers"
        title={t('settings.more.title')}
        rows={[
          more('quickStart', '/docs/quick-start'),
          more('reference', '/docs'),
          ...(can(role, 'audit.read') ? [more('activity', '/settings/audit')] : []),
        ]}
      />
    </>
  )
})
