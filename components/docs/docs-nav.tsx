'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { TabLink, TabRow } from '@/components/ui/tabs'
import { docs } from '@/lib/messages/docs'

const pages = [
  { href: '/docs', label: docs.reference },
  ...Object.entries(docs.guides).map(([slug, label]) => ({ href: `/docs/${slug}`, label })),
]

/** The ways between the reference and the guides. */
export function DocsNav() {
  const here = usePathname()
  return (
    <TabRow label={docs.navigation}>
      {pages.map(({ href, label }) => (
        <TabLink key={href} current={href === here}>
          <Link href={href}>{label}</Link>
        </TabLink>
      ))}
    </TabRow>
  )
}
