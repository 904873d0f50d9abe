import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { CasesLink } from '@/components/charges/cases-link'
import { openCasesQuery } from '@/components/charges/queries'
import { BaseUrlProvider } from '@/components/data/base-url'
import { preferredLocale } from '@/components/locale/preferred-locale'
import { LiveHealth } from '@/components/mirror/live-health'
import { LiveUpdates } from '@/components/mirror/live-updates'
import { mirrorQuery } from '@/components/mirror/queries'
import { StaleBanner } from '@/components/mirror/stale-banner'
import { parseTheme, THEME_COOKIE } from '@/components/shell/account/theme'
import { UnverifiedBanner, type VerifyActions } from '@/components/shell/account/unverified-banner'
import type { Frame as FrameContent } from '@/lib/dashboard/schema/team'
import { shell } from '@/lib/messages/shell'
import { Providers } from './providers'
import { Shell } from './shell'

type Props = FrameContent & { verify: VerifyActions; children: ReactNode }

/** Renders the frame of every signed-in screen, whether it reads the dashboard or the service. */
export async function Frame({
  user,
  unverified,
  verify,
  team,
  account,
  accounts,
  mirror,
  openCases,
  granted,
  mayConnect,
  mayCreateLinks,
  mayCreateCustomers,
  mayCharge,
  children,
}: Props) {
  const [sent, cookie] = await Promise.all([headers(), cookies()])
  const client = new QueryClient()
  client.setQueryData(mirrorQuery(account.slug).queryKey, mirror)
  client.setQueryData(openCasesQuery(account.slug).queryKey, openCases)
  const localeSettings = {
    locale: preferredLocale(sent.get('accept-language')),
    timeZone: account.timezone,
    now: Date.now(),
  }
  return (
    <Providers locale={localeSettings}>
      <HydrationBoundary state={dehydrate(client)}>
        <LiveUpdates />
        <Shell
          user={user}
          team={{
            name: team.name,
            role: shell.roles[team.role],
            accounts,
            current: account.slug,
            mayConnect,
          }}
          accountName={account.name}
          testMode={account.testMode}
          health={
            <>
              <CasesLink />
              <LiveHealth />
            </>
          }
          theme={parseTheme(cookie.get(THEME_COOKIE)?.value)}
          granted={granted}
          mayCreateLinks={mayCreateLinks}
          mayCreateCustomers={mayCreateCustomers}
          mayCharge={mayCharge}
          apple={/Mac|iPhone|iPad/.test(sent.get('user-agent') ?? '')}
        >
          <StaleBanner />
          {unverified ? <UnverifiedBanner email={user.email} {...verify} /> : null}
          <BaseUrlProvider baseUrl={account.baseUrl}>{children}</BaseUrlProvider>
        </Shell>
      </HydrationBoundary>
    </Providers>
  )
}
