import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { preferredLocale } from '@/components/locale/preferred-locale'
import { ConnectForm } from '@/components/settings/connect-form'
import { AccountButton } from '@/components/shell/account/account-button'
import { parseTheme, THEME_COOKIE } from '@/components/shell/account/theme'
import { Mark } from '@/components/shell/frame/mark'
import { PageHeader } from '@/components/shell/frame/page-header'
import { Providers } from '@/components/shell/frame/providers'
import { PageLink } from '@/components/shell/navigation/page-link'
import { TwoStepProvider } from '@/components/step-up/step-up-fields'
import { EmptyState } from '@/components/ui/empty-state'
import { TextLink } from '@/components/ui/text-link'
import type { SignedInUser } from '@/lib/dashboard/team/find-accounts'
import { managedTeam } from '@/lib/dashboard/team/managed-team'
import { pageUser } from '@/lib/dashboard/web/member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'
import { signUp } from '@/lib/messages/sign-up'
import { connectFirstAction } from './actions'
import { NoTeam } from './no-team'

/**
 * Page of a team without an account, to connect the first one, and of a user without a team. Redirects a user
 * with an account.
 */
export default async function ConnectFirstPage() {
  const user = await pageUser('/connect')
  if (user.accounts.length > 0) redirect('/')
  const [sent, cookie] = await Promise.all([headers(), cookies()])
  const localeSettings = {
    locale: preferredLocale(sent.get('accept-language')),
    timeZone: 'UTC',
    now: Date.now(),
  }
  return (
    <Providers locale={localeSettings}>
      <header className="mx-auto flex max-w-5xl items-center justify-between gap-4 px-4 pt-4 sm:px-6">
        <p className="flex items-center gap-2.5 font-semibold">
          <Mark className="size-6" />
          {common.product}
        </p>
        <AccountButton
          name={user.name}
          email={user.email}
          theme={parseTheme(cookie.get(THEME_COOKIE)?.value)}
        />
      </header>
      <main id="content" className="mx-auto max-w-5xl px-4 pt-8 pb-12 sm:px-6">
        {user.teams.length === 0 ? <NoTeam user={user} /> : <ConnectFirst user={user} />}
      </main>
    </Providers>
  )
}

function ConnectFirst({ user }: { user: SignedInUser }) {
  return (
    <>
      <PageHeader title={settings.connect.title} lead={settings.connect.firstLead} />
      {managedTeam(user) === null ? (
        <EmptyState kind="forbidden" title={settings.connect.noneTitle}>
          {settings.connect.noneHint}
        </EmptyState>
      ) : (
        <>
          {webDashboard().env.SIGN_UP ? (
            <p className="mb-5">
              <TextLink>
                <PageLink href="/sign-up">{signUp.business.offer}</PageLink>
              </TextLink>{' '}
              <span className="text-muted">{signUp.business.offerHint}</span>
            </p>
          ) : null}
          <TwoStepProvider hasTwoStep={user.hasTwoStep} askPasskey={null}>
            <ConnectForm connect={connectFirstAction} opens="/" cancelHref={null} />
          </TwoStepProvider>
        </>
      )}
    </>
  )
}
