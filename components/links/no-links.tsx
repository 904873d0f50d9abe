'use client'

import { Plus } from 'lucide-react'
import { usePlace } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { type LinkFilter, linksHref } from './link-filter'

type Props = {
  filter: LinkFilter
  mayCreate: boolean
  /** How many the same search and filters find in all states. */
  inAllStates: number
}

/** In the place of the rows: there never were any, none is in this state, or the search and the filters leave none. */
export function NoLinks({ filter, mayCreate, inAllStates }: Props) {
  if (filter.q || filter.expiring) return <NoMatch filter={filter} inAllStates={inAllStates} />
  if (filter.status || filter.cursor)
    return (
      <EmptyState
        kind="nomatch"
        title={filter.status ? links.noneInStatus[filter.status] : links.noMatchTitle}
        action={
          <Button asChild>
            <PageLink href="/links">{common.clearFilters}</PageLink>
          </Button>
        }
      >
        {links.noMatchHint}
      </EmptyState>
    )
  return (
    <EmptyState
      kind="none"
      title={links.emptyTitle}
      action={
        mayCreate ? (
          <Button asChild variant="primary" icon={<Plus aria-hidden className="size-4" />}>
            <PageLink href="/links/new">{links.create}</PageLink>
          </Button>
        ) : undefined
      }
    >
      {links.emptyHint}
    </EmptyState>
  )
}

/** Says what was asked, and leads to what the tabs show it to be; else to the least change that may find something. */
function NoMatch({ filter, inAllStates }: Omit<Props, 'mayCreate'>) {
  const { locale } = usePlace()
  const { status, q, expiring } = filter
  const noun = status ? links.noneOf[status] : links.noneAtAll
  const elsewhere = status ? inAllStates : 0
  const written = new Intl.NumberFormat(locale).format(elsewhere)
  const way =
    elsewhere > 0
      ? {
          hint: links.matchElsewhere(elsewhere, written),
          href: linksHref(filter, { status: undefined }),
          label: links.showElsewhere(elsewhere, written),
        }
      : expiring
        ? {
            hint: links.noMatchHint,
            href: linksHref(filter, { expiring: undefined }),
            label: common.clearFilters,
          }
        : {
            hint: links.noMatchSearchHint,
            href: linksHref(filter, { q: undefined }),
            label: links.clearSearch,
          }
  return (
    <EmptyState
      kind="nomatch"
      title={q ? links.noMatchFor(q, noun) : links.noneExpiring(noun)}
      action={
        <Button asChild>
          <PageLink href={way.href} scroll={false}>
            {way.label}
          </PageLink>
        </Button>
      }
    >
      {q && expiring ? <p>{links.filteredBy(links.expiringFilter)}</p> : null}
      <p>{way.hint}</p>
    </EmptyState>
  )
}
