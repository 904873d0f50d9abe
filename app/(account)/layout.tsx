import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { preferredLocale } from '@/components/locale/preferred-locale'
import { Providers } from '@/components/shell/providers'
import { Shell } from '@/components/shell/shell'
import { parseTheme, THEME_COOKIE } from '@/components/shell/theme'
import { can } from '@/lib/dashboard/team/can'
import { shell } from '@/lib/messages/shell'
import { accountMember } from './account-member'

/** The same frame as the dashboard's, around screens of accounts that live in this service. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const { user, team, role, ctx } = await accountMember()
  const sent = await headers()
  const place = {
    locale: preferredLocale(sent.get('accept-language')),
    timeZone: ctx.account.timezone,
    now: Date.now(),
  }
  return (
    <Providers place={place}>
      <Shell
        user={{ name: user.name, email: user.email }}
        team={{ name: team.name, role: shell.roles[role], accounts: [], choose: null }}
        accountName={ctx.account.name}
        testMode={ctx.account.test_mode === true}
        health={null}
        theme={parseTheme((await cookies()).get(THEME_COOKIE)?.value)}
        mayCreateLinks={can(role, 'links.create')}
        apple={/Mac|iPhone|iPad/.test(sent.get('user-agent') ?? '')}
      >
        {children}
      </Shell>
    </Providers>
  )
}
