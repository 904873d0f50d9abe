import { ChevronRight } from 'lucide-react'
import { PageLink } from '@/components/navigation/page-link'
import { TabTitle } from '@/components/page/message-page'
import { docs } from '@/lib/messages/docs'

const pages = [
  { href: '/docs', title: docs.reference, hint: docs.hints.reference },
  ...Object.entries(docs.guides).map(([slug, title]) => ({
    href: `/docs/${slug}`,
    title,
    hint: docs.hints[slug] ?? '',
  })),
]

/** Renders the message for an unknown page of the documentation, with links to the existing pages. */
export function DocsNotFound() {
  return (
    <div className="max-w-2xl">
      <TabTitle name={docs.lostTitle} />
      <h1 className="text-2xl">{docs.lostTitle}</h1>
      <p className="mt-1.5 text-lg text-muted">{docs.lost}</p>
      <ul className="mt-6 divide-y divide-border/70 overflow-hidden rounded-lg bg-surface shadow-card">
        {pages.map(({ href, title, hint }) => (
          <li key={href}>
            <PageLink
              href={href}
              className="flex min-h-11 items-center gap-3 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{title}</span>
                <span className="block text-muted text-sm">{hint}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
