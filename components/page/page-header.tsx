'use client'

import { ChevronLeft } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { PageLink } from '@/components/navigation/page-link'
import { cn } from '@/lib/ui/cn'
import { TabTitle } from './message-page'

type Props = {
  title: ReactNode
  /** Title of the browser's tab; defaults to the text of `title`. */
  tab?: string
  lead?: ReactNode
  action?: ReactNode
  back?: { href: string; label: string }
  /** Text that the key `y` copies: the object's URL or id. */
  copies?: string | undefined
}

export function PageHeader({ title, tab, lead, action, back, copies }: Props) {
  const name = tab ?? (typeof title === 'string' ? title : null)
  return (
    <header data-copy={copies} className="mb-5 flex flex-col gap-1">
      {name ? <TabTitle name={name} /> : null}
      {back ? <BackLink {...back} /> : null}
      {/* The buttons of a header with a sentence are beside the title, or on a phone below the sentence. */}
      <div
        className={
          lead
            ? 'grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]'
            : 'flex flex-wrap items-start justify-between gap-x-4 gap-y-3'
        }
      >
        {/* The title is as high as a button, so the content begins at the same height with and without one. */}
        <h1 className={cn('wrap-anywhere min-w-0 text-2xl', !lead && 'py-px pointer-coarse:py-1.25')}>
          {title}
        </h1>
        {lead ? (
          <div className="min-w-0 max-w-prose text-pretty text-muted sm:col-span-2 sm:row-start-2">
            {lead}
          </div>
        ) : null}
        {action && lead ? <div className="max-sm:mt-2 sm:col-start-2 sm:row-start-1">{action}</div> : action}
      </div>
    </header>
  )
}

/** Renders a link back. It uses the browser's Back if that leads to the same page, which restores the list's state. */
function BackLink({ href, label }: { href: string; label: string }) {
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
