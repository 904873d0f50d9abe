import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { chooseConnectionAction } from '@/app/(dashboard)/settings/actions'
import { preferredLocale } from '@/components/locale/preferred-locale'
import { LiveHealth } from '@/components/mirror/live-health'
import { LiveUpdates } from '@/components/mirror/live-updates'
import { mirrorQuery } from '@/components/mirror/queries'
import { Providers } from '@/components/shell/providers'
import { Shell } from '@/components/shell/shell'
import { parseTheme, THEME_COOKIE } from '@/components/shell/theme'
import { listConnections } from '@/lib/dashboard/connections/connect-account'
import { mirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { can } from '@/lib/dashboard/team/can'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { shell } from '@/lib/messages/shell'
import { signedIn } from './signed-in'

/** Who is signed in, in which account; the frame around every screen. Each page checks its member again itself. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { user, team, role, ctx } = await signedIn()
  const client = new QueryClient()
  const maySwitch = can(role, 'connection.manage')
  const [connections] = await Promise.all([
    maySwitch ? listConnections(webDashboard(), ctx) : [],
    client.prefetchQuery({ ...mirrorQuery, queryFn: () => mirrorHealth(ctx) }),
  ])
  const { account } = ctx
  const sent = await headers()
  const place = {
    locale: preferredLocale(sent.get('accept-language')),
    timeZone: account.timezone,
    now: Date.now(),
  }
  return (
    <Providers place={place}>
      <HydrationBoundary state={dehydrate(client)}>
        <LiveUpdates />
        <Shell
          user={{ name: user.name ?? '', email: user.email }}
          team={{
            name: team.name,
            role: shell.roles[role],
            accounts: connections.map(({ id, accountName: name, current }) => ({ id, name, current })),
            choose: maySwitch ? chooseConnectionAction : null,
          }}
          accountName={account.name}
          testMode={account.test_mode === true}
          health={<LiveHealth />}
          theme={parseTheme((await cookies()).get(THEME_COOKIE)?.value)}
          mayCreateLinks={can(role, 'links.create')}
          apple={/Mac|iPhone|iPad/.test(sent.get('user-agent') ?? '')}
        >
          {children}
        </Shell>
      </HydrationBoundary>
    </Providers>
  )
}
