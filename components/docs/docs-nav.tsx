'use client'

import { usePathname } from 'next/navigation'
import { PageLink } from '@/components/navigation/page-link'
import { TabLink, TabRow } from '@/components/ui/tabs'
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
        <TabLink key={href} current={href === here}>
          <PageLink marksPending href={href}>
            {label}
          </PageLink>
        </TabLink>
      ))}
    </TabRow>
  )
}
