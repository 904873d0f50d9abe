'use client'

import { usePathname } from 'next/navigation'
import { PageLink } from '@/components/navigation/page-link'
import { TabLink } from '@/components/navigation/tab-link'
import { TabTitle } from '@/components/page/message-page'
import { TabRow } from '@/components/ui/tabs'
import { TextLink } from '@/components/ui/text-link'
import { docs } from '@/lib/messages/docs'

const pages = [
  { href: '/docs', label: docs.reference },
  ...Object.entries(docs.guides).map(([slug, label]) => ({ href: `/docs/${slug}`, label })),
]

/** Renders the links between the reference and the guides. */
export function DocsNav() {
  const here = usePathname()
  return (
    <TabRow label={docs.navigation}>
      {pages.map(({ href, label }) => (
        <TabLink key={href} current={href === here} href={href}>
          {label}
        </TabLink>
      ))}
    </TabRow>
  )
}

/** Renders the message for an unknown page of the documentation, with links to the existing pages. */
export function DocsNotFound() {
  return (
    <>
      <TabTitle name={docs.lostTitle} />
      <h1 className="text-2xl">{docs.lostTitle}</h1>
      <p className="mt-1.5 text-lg text-muted">{docs.lost}</p>
      <ul className="mt-4 flex flex-col">
        {pages.map(({ href, label }) => (
          <li key={href} className="hit flex items-center">
            <TextLink>
              <PageLink href={href}>{label}</PageLink>
            </TextLink>
          </li>
        ))}
      </ul>
    </>
  )
}
