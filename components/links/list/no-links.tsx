'use client'

import { Plus } from 'lucide-react'
import { linksHref } from '@/components/links/links-href'
import { NoMatch } from '@/components/list/no-match'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import type { LinkFilter } from '@/lib/dashboard/schema/link'
import { common } from '@/lib/messages/common'
import { filters } from '@/lib/messages/filters'
import { links } from '@/lib/messages/links'

type Props = {
  filter: LinkFilter
  mayCreate: boolean
  /** How many the same search and filters find in all states. */
  inAllStates: number
}

/** In the place of the rows: there never were any, none is in this state, or the search and the filters leave none. */
export function NoLinks({ filter, mayCreate, inAllStates }: Props) {
  if (filter.q || filter.expiring) return <NoneAsked filter={filter} inAllStates={inAllStates} />
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

function NoneAsked({ filter, inAllStates }: Omit<Props, 'mayCreate'>) {
  const { status, q, expiring } = filter
  const noun = status ? links.noneOf[status] : links.noneAtAll
  return (
    <NoMatch
      title={q ? links.noMatchFor(q, noun) : links.noneExpiring(noun)}
      standing={q && expiring ? [links.expiringFilter] : []}
      elsewhere={{ count: status ? inAllStates : 0, href: linksHref(filter, { status: undefined }) }}
      otherwise={
        expiring
          ? {
              hint: links.noMatchHint,
              href: linksHref(filter, { expiring: undefined }),
              label: common.clearFilters,
            }
          : {
              hint: links.noMatchSearchHint,
              href: linksHref(filter, { q: undefined }),
              label: filters.clearSearch,
            }
      }
    />
  )
}
