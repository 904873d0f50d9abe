'use client'

import { ChevronLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { PageLink } from '@/components/navigation/page-link'

/** Renders a link back. It uses the browser's Back if that leads to the same page, which restores the list's state. */
export function BackLink({ href, label }: { href: string; label: string }) {
  function goBack(event: MouseEvent<HTMLAnchorElement>) {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!isPlain || !cameFrom(event.currentTarget.href)) return
    event.preventDefault()
    history.back()
  }
  return (
    <PageLink
      href={href}
      onClick={goBack}
      className="hit -ml-1 inline-flex max-w-full items-center gap-0.5 self-start text-muted text-sm hover:text-text print:hidden"
    >
      <ChevronLeft aria-hidden className="size-4 shrink-0" />
      <span dir="auto" title={label} className="min-w-0 truncate">
        {label}
      </span>
    </PageLink>
  )
}

/** Returns whether the previous page is that of `href`, with any filters; false if the browser does not report it. */
function cameFrom(href: string): boolean {
  if (!('navigation' in window)) return false
  const { currentEntry } = window.navigation
  const before = window.navigation.entries()[(currentEntry?.index ?? 0) - 1]?.url
  return before ? new URL(before).pathname === new URL(href).pathname : false
}
