import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { MemberProvider } from '@/components/data/member'
import { Mark } from '@/components/page/message-page'
import { AccountButton } from '@/components/shell/account-button'
import { Providers } from '@/components/shell/providers'
import { ClientTexts } from '@/components/texts/client-texts'
import { parseTheme, THEME_COOKIE } from '@/components/theme/theme'
import type { SignedInUser } from '@/lib/dashboard/team/find-accounts'
import { nobody } from '@/lib/dashboard/web/shape'
import { PRODUCT } from '@/lib/messages/product'
import { memberTexts } from '@/lib/ui/member-reader'

type Props = { user: Pick<SignedInUser, 'name' | 'email' | 'hasTwoStep'>; children: ReactNode }

/** Renders the frame of pages of a signed-in user outside every account. */
export async function UserFrame({ user, children }: Props) {
  const [cookie, reader] = await Promise.all([cookies(), memberTexts()])
  return (
    <ClientTexts {...reader} nouns={['common', 'failure', 'password-field', 'shell', 'step-up', 'times']}>
      <Providers locale={{ locale: reader.locale, timeZone: 'UTC', now: Date.now() }}>
        <header className="mx-auto flex max-w-5xl items-center justify-between gap-4 px-4 pt-4 sm:px-6">
          <p className="flex items-center gap-2.5 font-semibold">
            <Mark className="size-6" />
            {PRODUCT}
          </p>
          <AccountButton
            name={user.name}
            email={user.email}
            theme={parseTheme(cookie.get(THEME_COOKIE)?.value)}
          />
        </header>
        <main id="content" className="mx-auto max-w-5xl px-4 pt-8 pb-12 sm:px-6">
          <MemberProvider member={{ ...nobody, hasTwoStep: user.hasTwoStep }}>{children}</MemberProvider>
        </main>
      </Providers>
    </ClientTexts>
  )
}
