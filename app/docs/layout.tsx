import type { ReactNode } from 'react'
import { DocsNav } from '@/components/docs/docs-nav'
import { PageLink } from '@/components/navigation/page-link'
import { PrefetchLinks } from '@/components/navigation/page-loading'
import { Mark } from '@/components/page/message-page'
import { ClientTexts } from '@/components/texts/client-texts'
import { docs } from '@/lib/messages/docs'
import { PRODUCT } from '@/lib/messages/product'
import '@/components/shell/dashboard.css'

/** Renders the layout of the public documentation: integrators need no account yet. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <ClientTexts language="en" nouns={['common']}>
      <div className="min-h-dvh">
        <PrefetchLinks />
        <a
          href="#content"
          className="sr-only z-50 rounded-md bg-raised shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-3"
        >
          {docs.skip}
        </a>
        <header className="bg-surface">
          <div className="mx-auto flex max-w-6xl flex-col gap-2 px-4 pt-3 sm:px-6 lg:px-8">
            <div className="flex items-center justify-between gap-4">
              <PageLink href="/docs" className="hit flex min-w-0 items-center gap-2.5 font-semibold">
                <Mark className="size-6 shrink-0" />
                {PRODUCT}
                <span
                  title={docs.title}
                  className="truncate font-normal text-muted [@media(width<23rem)]:sr-only"
                >
                  {docs.title}
                </span>
              </PageLink>
              <PageLink
                href="/"
                className="hit flex shrink-0 items-center rounded-md px-2 font-medium text-muted text-sm hover:bg-hover hover:text-text"
              >
                <span className="max-sm:sr-only">{docs.toDashboard}</span>
                <span aria-hidden className="sm:hidden">
                  {docs.dashboard}
                </span>
              </PageLink>
            </div>
            <DocsNav />
          </div>
        </header>
        <main id="content" tabIndex={-1} className="mx-auto max-w-6xl px-4 py-8 sm:px-6 lg:px-8">
          {children}
        </main>
      </div>
    </ClientTexts>
  )
}
