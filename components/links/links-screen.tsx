'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import type { ListPage } from '@/components/data/list-page'
import { LoadFailed } from '@/components/data/load-failed'
import { Pager } from '@/components/filters/pager'
import { SearchBox } from '@/components/filters/search-box'
import { usePlace } from '@/components/locale/locale-provider'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Table, TableBody } from '@/components/ui/table'
import { TabLink, TabRow } from '@/components/ui/tabs'
import { shownLinkStatuses } from '@/lib/contract/states'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { type LinkFilter, linksHref } from './link-filter'
import { LinkHead, LinkRow } from './link-row'
import type { ShownLink } from './link-shapes'
import { linksQuery } from './queries'

type Props = { filter: LinkFilter; mayCreate: boolean; views?: ReactNode }

/** The links list: status tabs with counts, search, keyset pages. */
export function LinksScreen({ filter, mayCreate, views }: Props) {
  const { locale } = usePlace()
  const list = useQuery(linksQuery(filter))
  const number = new Intl.NumberFormat(locale)
  const count = (status: string) => {
    const known = list.data?.counts[status]
    return known === undefined ? null : number.format(known)
  }
  return (
    <div className="flex flex-col gap-4">
      <TabRow label={links.statusTabs}>
        <TabLink current={!filter.status} count={count('ALL')}>
          <Link href={linksHref(filter, { status: undefined })} scroll={false}>
            {links.all}
          </Link>
        </TabLink>
        {shownLinkStatuses.map((status) => (
          <TabLink key={status} current={filter.status === status} count={count(status)}>
            <Link href={linksHref(filter, { status })} scroll={false}>
              {links.status[status]}
            </Link>
          </TabLink>
        ))}
      </TabRow>
      <SearchBox
        label={links.searchLabel}
        placeholder={links.searchHint}
        value={filter.q ?? ''}
        hrefOf={(q) => linksHref(filter, { q })}
      />
      {views}
      {list.data ? (
        <LinkList page={list.data} filter={filter} mayCreate={mayCreate} />
      ) : list.error ? (
        <LoadFailed error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows rows={8} label={links.loading} />
      )}
    </div>
  )
}

type ListProps = { page: ListPage<ShownLink>; filter: LinkFilter; mayCreate: boolean }

function LinkList({ page, filter, mayCreate }: ListProps) {
  const { timeZone } = usePlace()
  if (page.data.length === 0) {
    return filter.status || filter.q || filter.cursor ? <NoMatch /> : <NoLinks mayCreate={mayCreate} />
  }
  return (
    <>
      <Table label={links.listLabel}>
        <LinkHead timeZone={timeZone} />
        <TableBody>
          {page.data.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </TableBody>
      </Table>
      <Pager
        newestHref={filter.cursor ? linksHref(filter) : null}
        olderHref={page.next_cursor ? linksHref(filter, { cursor: page.next_cursor }) : null}
        newest={links.newest}
        older={links.older}
      />
    </>
  )
}

function NoMatch() {
  return (
    <EmptyState
      kind="nomatch"
      title={links.noMatchTitle}
      action={
        <Button asChild>
          <Link href="/links">{common.clearFilters}</Link>
        </Button>
      }
    >
      {links.noMatchHint}
    </EmptyState>
  )
}

function NoLinks({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      kind="none"
      title={links.emptyTitle}
      action={
        mayCreate ? (
          <Button asChild variant="primary">
            <Link href="/links/new">{links.create}</Link>
          </Button>
        ) : undefined
      }
    >
      {links.emptyHint}
    </EmptyState>
  )
}
