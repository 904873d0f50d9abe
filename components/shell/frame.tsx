import './shell.css'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { CasesLink } from '@/components/charges/face'
import { MemberProvider } from '@/components/data/member'
import { read } from '@/components/data/read'
import { HeldKeys } from '@/components/keyboard/held-keys-script'
import { LiveHealth, StaleBanner } from '@/components/mirror/live-health'
import { LiveUpdates } from '@/components/mirror/live-updates'
import { NavigationProgress, PrefetchLinks, PrefetchScripts } from '@/components/navigation/page-loading'
import { ClientTexts } from '@/components/texts/client-texts'
import { FrameLanguage } from '@/components/texts/texts-provider'
import { parseTheme, THEME_COOKIE, type Theme } from '@/components/theme/theme'
import type { Frame as FrameContent } from '@/lib/dashboard/web/frame'
import { firstWeekdayOf } from '@/lib/domain/calendar-days'
import type { Noun } from '@/lib/messages/catalogue'
import type { Translate } from '@/lib/messages/translator'
import { memberTexts } from '@/lib/ui/member-reader'
import { nonceOf } from '@/lib/ui/page-headers'
import { AccountButton } from './account-button'
import { AccountMenu } from './account-menu'
import { ConnectionNotice, UnverifiedBanner } from './connection-notice'
import { KeyboardProvider } from './keyboard-provider'
import { Providers } from './providers'
import { BottomBar, RailNav, SearchButton, TeamMenu } from './rail'
import { RestoreRowFocus } from './restore-row-focus'

/** Texts of the frame and of what every screen uses. */
const FRAME_TEXTS = [
  'calendar',
  'charge-names',
  'common',
  'customer-states',
  'detail',
  'errors',
  'exports',
  'filters',
  'keyboard',
  'link-states',
  'mirror',
  'password-field',
  'payment-rows',
  'saved-views',
  'search',
  'settlement-states',
  'shell',
  'step-up',
  'times',
] as const satisfies readonly Noun[]

type Props = FrameContent & { children: ReactNode }

/** Renders the frame of every signed-in screen, whether it reads the dashboard or the service. */
export async function Frame({ children, ...frame }: Props) {
  const { user, unverified, team, account, accounts, mirror, openCases, scripts, ...member } = frame
  const [sent, cookie, reader] = await Promise.all([headers(), cookies(), memberTexts()])
  const client = new QueryClient()
  client.setQueryData(read(account.slug, 'mirror/health', {}).queryKey, mirror)
  client.setQueryData(read(account.slug, 'charges/list/open', {}).queryKey, openCases)
  return (
    <ClientTexts {...reader} nouns={FRAME_TEXTS}>
      <FrameLanguage language={reader.language} />
      <Providers
        locale={{
          locale: reader.locale,
          timeZone: account.timezone,
          now: Date.now(),
          firstWeekday: firstWeekdayOf(reader.locale),
        }}
      >
        <HeldKeys nonce={nonceOf(sent.get('content-security-policy'))} />
        <MemberProvider member={{ ...member, account }}>
          <HydrationBoundary state={dehydrate(client)}>
            <LiveUpdates />
            <Shell
              {...{ t: reader.t, user, team, accounts, scripts }}
              testMode={account.testMode}
              theme={parseTheme(cookie.get(THEME_COOKIE)?.value)}
              apple={/Mac|iPhone|iPad/.test(sent.get('user-agent') ?? '')}
            >
              <StaleBanner />
              {unverified ? (
                <ClientTexts {...reader} nouns={['verify-email']}>
                  <UnverifiedBanner email={user.email} />
                </ClientTexts>
              ) : null}
              {children}
            </Shell>
          </HydrationBoundary>
        </MemberProvider>
      </Providers>
    </ClientTexts>
  )
}

type ShellProps = Pick<FrameContent, 'user' | 'team' | 'accounts' | 'scripts'> & {
  t: Translate
  testMode: boolean
  theme: Theme
  /** True on Apple devices, whose keys have other names. */
  apple: boolean
  children: ReactNode
}

/** Renders the frame: a rail on a desktop, two bars on a phone. A phone in landscape has the rail, whose items all fit. */
function Shell({ t, user, team, accounts, scripts, testMode, theme, apple, children }: ShellProps) {
  const account = <TeamMenu team={team} accounts={accounts} />
  const health = (
    <>
      <CasesLink />
      <LiveHealth />
    </>
  )
  return (
    <KeyboardProvider apple={apple}>
      {/* A dialog disables pointer events on the body. Inherited here, that would restyle a long list whenever a dialog opens
          or closes; the scrim of the dialog is sufficient. */}
      <div className="pointer-events-auto flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only z-50 rounded-md bg-raised shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-3"
        >
          {t('shell.skip')}
        </a>
        <header
          data-phone-bar
          className="sticky top-0 z-30 flex items-center justify-between gap-2 border-b bg-surface px-2 pt-[max(0.25rem,env(safe-area-inset-top))] pb-1 sm:px-3 md:hidden [@media(height<22rem)]:static"
        >
          <div className="flex min-w-0 flex-1">{account}</div>
          <div className="flex items-center gap-1">
            {health}
            <SearchButton compact />
            <AccountButton {...user} theme={theme} />
          </div>
        </header>
        <div className="flex flex-1">
          <aside className="sticky top-0 hidden h-dvh w-14 shrink-0 flex-col gap-4 overflow-y-auto border-r bg-surface p-2 pt-3 rail:w-56 rail:p-3 md:flex pointer-coarse:[@media(height<27rem)]:gap-1 pointer-coarse:[@media(height<27rem)]:py-1">
            <div className="flex flex-col gap-3 pointer-coarse:[@media(height<27rem)]:gap-0.5 max-rail:pointer-coarse:[&>button]:min-h-11">
              <div className="flex min-w-0">{account}</div>
              <SearchButton />
            </div>
            <RailNav />
            <div className="mt-auto flex flex-col gap-1 pointer-coarse:[@media(height<27rem)]:gap-0">
              {health}
              <AccountMenu {...user} theme={theme} />
            </div>
          </aside>
          <div className="flex min-w-0 flex-1 flex-col">
            {testMode ? <TestBand t={t} /> : null}
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto w-full min-w-0 max-w-6xl px-4 pt-4 pb-[calc(7rem+var(--end-room,0px))] sm:px-5 md:pt-10 md:pb-[calc(3rem+var(--end-room,0px))] rail:px-8"
            >
              {children}
            </main>
          </div>
        </div>
        <BottomBar />
        <ConnectionNotice />
        <PrefetchLinks />
        <PrefetchScripts urls={scripts} />
        <NavigationProgress />
        <RestoreRowFocus />
      </div>
    </KeyboardProvider>
  )
}

/** Renders the test-mode line at the window's edge and its tab with the label, in the upper margin on a desktop. */
function TestBand({ t }: { t: Translate }) {
  return (
    <>
      <div aria-hidden className="fixed inset-x-0 top-0 z-30 h-[3px] bg-test-line" />
      <div className="relative z-20 px-4 md:-mb-6 md:pt-[3px]">
        <p className="mx-auto w-fit rounded-b-md bg-test px-3 py-px text-center text-on-test text-xs">
          <strong className="font-semibold">{t('shell.testMode')}</strong>
          <span aria-hidden> · </span>
          <span className="sr-only">: </span>
          {t('shell.testModeHint')}
        </p>
      </div>
    </>
  )
}
