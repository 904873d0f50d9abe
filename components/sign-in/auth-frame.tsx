import type { ReactNode } from 'react'
import { PageLink } from '@/components/navigation/page-link'
import { Mark, TabTitle } from '@/components/page/message-page'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { common } from '@/lib/messages/common'
import { signIn } from '@/lib/messages/sign-in'

type Props = {
  /** Title of the browser tab. */
  tab: string
  title: string
  lead?: ReactNode
  children: ReactNode
  /** Content below the card. */
  foot?: ReactNode
  /** True for the result of an action. Its title is announced. */
  announce?: boolean
}

/**
 * Renders the frame of pages without a session. Its position is fixed at the top, so an error or a hint moves only the
 * content below it.
 */
export function AuthFrame({ tab, title, lead, children, foot, announce = false }: Props) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[26rem] flex-col gap-6 px-4 pt-[max(2rem,14vh)] pb-12">
      <TabTitle name={tab} />
      <p className="flex items-center justify-center gap-2.5 font-semibold text-lg tracking-tight">
        <Mark className="size-7" />
        {common.product}
      </p>
      <div className="flex flex-col gap-6 rounded-xl bg-surface px-5 py-7 shadow-card sm:px-8 sm:py-8">
        <header {...(announce ? { role: 'status' } : {})}>
          <h1 className="text-xl">{title}</h1>
          {lead ? <p className="mt-0.5 wrap-anywhere text-muted">{lead}</p> : null}
        </header>
        <noscript>
          <Banner tone="warning" title={signIn.needsScripts} />
        </noscript>
        {children}
      </div>
      {foot ? <div className="text-balance text-center text-muted text-sm">{foot}</div> : null}
    </main>
  )
}

/** Renders the link to another page that needs no session. */
export function AuthLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button asChild variant="primary" className="min-h-10">
      <PageLink href={href}>{children}</PageLink>
    </Button>
  )
}
