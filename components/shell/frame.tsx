import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { preferredLocale } from '@/components/locale/preferred-locale'
import { LiveHealth } from '@/components/mirror/live-health'
import { LiveUpdates } from '@/components/mirror/live-updates'
import type { MirrorHealth } from '@/components/mirror/mirror-shapes'
import { mirrorQuery } from '@/components/mirror/queries'
import { shell } from '@/lib/messages/shell'
import { WholeFirstPaint } from './first-paint'
import { Providers } from './providers'
import { Shell } from './shell'
import type { Team } from './team-menu'
import { parseTheme, THEME_COOKIE } from './theme'

type Props = {
  user: { name: string; email: string }
  team: { name: string; role: keyof typeof shell.roles }
  account: { name: string; timezone: string; testMode: boolean }
  accounts: { id: string; name: string; current: boolean }[] | null
  mirror: MirrorHealth
  mayCreateLinks: boolean
  choose: NonNullable<Team['choose']>
  children: ReactNode
}

/** The one frame around every signed-in screen, on whichever side of the wall the screen reads. */
export async function Frame({
  user,
  team,
  account,
  accounts,
  mirror,
  mayCreateLinks,
  choose,
  children,
}: Props) {
  const [sent, cookie] = await Promise.all([headers(), cookies()])
  const client = new QueryClient()
  client.setQueryData(mirrorQuery.queryKey, mirror)
  const place = {
    locale: preferredLocale(sent.get('accept-language')),
    timeZone: account.timezone,
    now: Date.now(),
  }
  return (
    <Providers place={place}>
      <HydrationBoundary state={dehydrate(client)}>
        <WholeFirstPaint />
        <LiveUpdates />
        <Shell
          user={user}
          team={{
            name: team.name,
            role: shell.roles[team.role],
            accounts: accounts ?? [],
            choose: accounts ? choose : null,
          }}
          accountName={account.name}
          testMode={account.testMode}
          health={<LiveHealth />}
          theme={parseTheme(cookie.get(THEME_COOKIE)?.value)}
          mayCreateLinks={mayCreateLinks}
          apple={/Mac|iPhone|iPad/.test(sent.get('user-agent') ?? '')}
        >
          {children}
        </Shell>
      </HydrationBoundary>
    </Providers>
  )
}
