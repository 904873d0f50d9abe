import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { CasesLink } from '@/components/charges/face'
import { MemberProvider } from '@/components/data/member'
import { read } from '@/components/data/read'
import { preferredLocale } from '@/components/locale/preferred-locale'
import { LiveHealth, StaleBanner } from '@/components/mirror/live-health'
import { LiveUpdates } from '@/components/mirror/live-updates'
import { parseTheme, THEME_COOKIE } from '@/components/theme/theme'
import type { Frame as FrameContent } from '@/lib/dashboard/schema/page-member'
import { shell } from '@/lib/messages/shell'
import { Providers } from './providers'
import { Shell } from './shell'
import { UnverifiedBanner, type VerifyActions } from './unverified-banner'

type Props = FrameContent & { verify: VerifyActions; children: ReactNode }

/** Renders the frame of every signed-in screen, whether it reads the dashboard or the service. */
export async function Frame({ verify, children, ...frame }: Props) {
  const { user, unverified, team, account, accounts, mirror, openCases, ...member } = frame
  const [sent, cookie] = await Promise.all([headers(), cookies()])
  const client = new QueryClient()
  client.setQueryData(read(account.slug, 'mirror/health', {}).queryKey, mirror)
  client.setQueryData(read(account.slug, 'charges/list/open', {}).queryKey, openCases)
  const localeSettings = {
    locale: preferredLocale(sent.get('accept-language')),
    timeZone: account.timezone,
    now: Date.now(),
  }
  return (
    <Providers locale={localeSettings}>
      <MemberProvider member={{ ...member, account }}>
        <HydrationBoundary state={dehydrate(client)}>
          <LiveUpdates />
          <Shell
            user={user}
            team={{
              name: team.name,
              role: shell.roles[team.role],
              accounts,
              current: account.slug,
              mayConnect: member.granted.includes('connection.manage'),
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
            apple={/Mac|iPhone|iPad/.test(sent.get('user-agent') ?? '')}
          >
            <StaleBanner />
            {unverified ? <UnverifiedBanner email={user.email} {...verify} /> : null}
            {children}
          </Shell>
        </HydrationBoundary>
      </MemberProvider>
    </Providers>
  )
}
