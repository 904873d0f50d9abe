'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { shell } from '@/lib/messages/shell'
import { isWithin, navItems } from './nav-items'

/** The left rail's places. */
export function RailNav() {
  const pathname = usePathname()
  return (
    <nav aria-label={shell.mainNavigation}>
      <ul className="flex flex-col gap-0.5">
        {navItems.map(({ href, label, Icon }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isWithin(pathname, href) ? 'page' : undefined}
              className="hit flex items-center gap-2.5 rounded-md px-2.5 font-medium text-muted hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:text-accent-text"
            >
              <Icon aria-hidden className="size-4" strokeWidth={1.9} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
