'use client'

import { useQuery } from '@tanstack/react-query'
import { QueryFallback } from '@/components/data/query-fallback'
import type { AskCancel, RecordShare } from '@/components/links/link-actions'
import { linksHref } from '@/components/links/links-href'
import { linksQuery } from '@/components/links/queries'
import { FilterChip } from '@/components/list/filter-chip'
import { NewPill } from '@/components/list/new-pill'
import { Pager } from '@/components/list/pager'
import { SearchBox } from '@/components/list/search-box'
import { TotalsLine } from '@/components/list/totals-line'
import { useStableRows } from '@/components/list/use-stable-rows'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/shell/page-link'
import { useAccount } from '@/components/shell/use-account'
import { Table, TableBody } from '@/components/ui/table'
import { TabLink, TabRow } from '@/components/ui/tabs'
import { numberFormat } from '@/lib/contract/formatters'
import { shownLinkStatuses } from '@/lib/contract/states'
import type { LinkFilter, ListedLink } from '@/lib/dashboard/schema/link'
import type { ListPage } from '@/lib/dashboard/schema/list'
import { filters } from '@/lib/messages/filters'
import { links } from '@/lib/messages/links'
import { LinkMenu } from './link-menu'
import { LinkHead, LinkRow } from './link-row'
import { NoLinks } from './no-links'

type RowProps = {
  mayCreate: boolean
  mayCancel: boolean
  cancel: AskCancel
  undoCancel: AskCancel
  record: RecordShare
}
type Props = RowProps & { filter: LinkFilter }

/** The links list: status tabs with counts, search, totals of what is left, keyset pages. */
export function LinksScreen({ filter, ...verbs }: Props) {
  const { locale } = usePlace()
  const list = useQuery(linksQuery(useAccount(), filter))
  const number = numberFormat(locale)
  const count = (status: string) => {
    const known = list.data?.counts[status]
    return known === undefined ? null : number.format(known)
  }
  return (
    <div className="flex flex-col gap-3">
      <TabRow label={links.statusTabs}>
        <TabLink current={!filter.status} count={count('ALL')}>
          <PageLink marksPending href={linksHref(filter, { status: undefined })} scroll={false}>
            {links.all}
          </PageLink>
        </TabLink>
        {shownLinkStatuses.map((status) => (
          <TabLink key={status} current={filter.status === status} count={count(status)}>
            <PageLink marksPending href={linksHref(filter, { status })} scroll={false}>
              {links.status[status]}
            </PageLink>
          </TabLink>
        ))}
      </TabRow>
      <search aria-label={links.searchLabel} className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={links.searchLabel}
          placeholder={links.searchHint}
          value={filter.q ?? ''}
          hrefOf={(q) => linksHref(filter, { q })}
        />
        {filter.expiring ? (
          <div className="flex min-w-0">
            <FilterChip
              label={links.expiringFilter}
              href={linksHref(filter, { expiring: undefined })}
              removeLabel={filters.remove(links.expiringFilter)}
            />
          </div>
        ) : null}
      </search>
      {list.data ? (
        <LinkList page={list.data} filter={filter} {...verbs} />
      ) : (
        <QueryFallback query={list} label={links.loading} />
      )}
    </div>
  )
}

type ListProps = RowProps & { page: ListPage<ListedLink>; filter: LinkFilter }

function LinkList({ page, filter, record, ...verbs }: ListProps) {
  const { timeZone } = usePlace()
  const scope = JSON.stringify(filter)
  const { rows, waiting, fresh, reveal, inUse } = useStableRows(page.data, scope)
  const isAsked = Boolean(filter.status || filter.q || filter.expiring || filter.cursor)
  if (rows.length === 0) {
    return (
      <>
        {isAsked ? <Totals page={page} /> : null}
        <NoLinks filter={filter} mayCreate={verbs.mayCreate} inAllStates={page.counts.ALL ?? 0} />
      </>
    )
  }
  return (
    <>
      <Totals page={page} />
      <span role="status" className="sr-only">
        {waiting > 0 ? links.newPill(waiting) : ''}
      </span>
      {/* On a phone a button stands beside the title; the totals leave room. */}
      {waiting > 0 ? (
        <NewPill
          label={links.newPill(waiting)}
          onReveal={reveal}
          className="max-sm:order-none max-sm:*:-mt-11"
        />
      ) : null}
      <div {...inUse} data-slice>
        {/* Another question's rows are another table: one that answers both does not slide to its new place. */}
        <Table key={scope} label={links.listLabel}>
          <LinkHead timeZone={timeZone} byEnd={filter.expiring !== undefined} />
          <TableBody>
            {rows.map((link) => {
              const onCopied = () => void record({ id: link.id, channel: 'copied' }).catch(() => {})
              return (
                <LinkRow
                  key={link.id}
                  link={link}
                  fresh={fresh.has(link.id)}
                  onCopied={onCopied}
                  byEnd={filter.expiring !== undefined}
                  menu={<LinkMenu link={link} onCopied={onCopied} {...verbs} />}
                />
              )
            })}
          </TableBody>
        </Table>
      </div>
      <Pager cursor={filter.cursor} page={page} hrefOf={(cursor) => linksHref(filter, { cursor })} />
    </>
  )
}

/** How many links the filters leave, and what all of them collected. */
function Totals({ page: { totals, search } }: { page: ListPage<ListedLink> }) {
  const { locale } = usePlace()
  const count = numberFormat(locale).format(totals.count)
  return (
    <TotalsLine
      count={totals.count > 0 ? links.total(count, totals.count === 1) : null}
      sum={
        totals.count > 0 ? (
          <>
            <Amount amount={totals.amount} currency={totals.currency} className="font-medium text-text" />{' '}
            {links.collected}
          </>
        ) : null
      }
      searched={search ? links.searchedAs[search.as === 'id' ? 'id' : 'text'] : null}
    />
  )
}
