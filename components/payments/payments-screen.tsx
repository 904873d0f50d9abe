'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowUp, Download } from 'lucide-react'
import type { ListPage } from '@/components/data/list-page'
import { LoadFailed } from '@/components/data/load-failed'
import { Pager } from '@/components/filters/pager'
import { TotalsLine, totalsVerb } from '@/components/filters/totals-line'
import { usePlace } from '@/components/locale/locale-provider'
import { useWatchRecent } from '@/components/mirror/use-watch-recent'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Table, TableBody } from '@/components/ui/table'
import { TabLink, TabRow } from '@/components/ui/tabs'
import { paymentStatuses } from '@/lib/contract/states'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { useRememberedList } from './list-place'
import { isFiltered, type PaymentFilter, paymentsExportHref, paymentsHref, tabAlone } from './payment-filter'
import { PaymentFilters } from './payment-filters'
import { PaymentHead, PaymentRow } from './payment-row'
import type { ShownPayment } from './payment-shapes'
import { paymentsQuery } from './queries'
import { useCalmRows } from './use-calm-rows'

type Props = {
  filter: PaymentFilter
  currency: string
  /** The title of the link that the list is narrowed to. */
  linkTitle: string | null
  mayExport: boolean
}

/** The payments list: status tabs with counts, filters, totals of what they leave, live rows. */
export function PaymentsScreen({ filter, currency, linkTitle, mayExport }: Props) {
  const { locale, timeZone } = usePlace()
  const list = useQuery(paymentsQuery(filter, timeZone))
  useWatchRecent()
  useRememberedList(filter)
  const number = new Intl.NumberFormat(locale)
  const count = (status: string) => {
    const known = list.data?.counts[status]
    return known === undefined ? null : number.format(known)
  }
  // Where nothing but the search and filters leave nothing, their one way out stands in the list's place.
  const clearsBelow = list.data?.data.length === 0 && !filter.status && !filter.cursor
  return (
    <div className="flex flex-col gap-3">
      <TabRow label={payments.statusTabs}>
        <TabLink current={!filter.status} count={count('ALL')}>
          <PageLink href={paymentsHref(filter, { status: undefined })} scroll={false}>
            {payments.all}
          </PageLink>
        </TabLink>
        {paymentStatuses.map((status) => (
          <TabLink key={status} current={filter.status === status} count={count(status)}>
            <PageLink href={paymentsHref(filter, { status })} scroll={false} title={payments.meaning[status]}>
              {payments.status[status]}
            </PageLink>
          </TabLink>
        ))}
      </TabRow>
      <PaymentFilters
        filter={filter}
        currency={currency}
        linkTitle={linkTitle}
        anyDate={isAnyDate(list.data?.search)}
        clearsBelow={clearsBelow}
        customerName={
          (filter.customer && list.data?.data.find((row) => row.payer.name !== '')?.payer.name) || null
        }
      />
      {list.data ? (
        <PaymentList page={list.data} filter={filter} mayExport={mayExport} />
      ) : list.error ? (
        <LoadFailed error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows rows={8} label={payments.loading} />
      )}
    </div>
  )
}

type ListProps = { page: ListPage<ShownPayment>; filter: PaymentFilter; mayExport: boolean }

function PaymentList({ page, filter, mayExport }: ListProps) {
  const { timeZone } = usePlace()
  const scope = JSON.stringify(filter)
  const { rows, waiting, fresh, reveal, inUse } = useCalmRows(page.data, scope)
  return (
    <>
      <Totals page={page} filter={filter} mayExport={mayExport} />
      <span role="status" className="sr-only">
        {waiting > 0 ? payments.newPill(waiting) : fresh.size > 0 ? payments.arrived(fresh.size) : ''}
      </span>
      {waiting > 0 ? <NewPill count={waiting} onReveal={reveal} /> : null}
      {rows.length > 0 ? (
        <div {...inUse}>
          {/* Another question's rows are another table: one that answers both does not slide to its new place. */}
          <Table key={scope} label={payments.listLabel}>
            <PaymentHead timeZone={timeZone} />
            <TableBody>
              {rows.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} fresh={fresh.has(payment.id)} />
              ))}
            </TableBody>
          </Table>
        </div>
      ) : (
        <NoPayments filter={filter} anyDate={isAnyDate(page.search)} none={page.counts.ALL === 0} />
      )}
      <Pager cursor={filter.cursor} page={page} hrefOf={(cursor) => paymentsHref(filter, { cursor })} />
    </>
  )
}

/** How much the filtered set is, and the way to take exactly it along. */
function Totals({ page: { totals, search }, filter, mayExport }: ListProps) {
  const { locale, timeZone, now } = usePlace()
  const count = new Intl.NumberFormat(locale).format(totals.count)
  const mayCollect = filter.status === undefined || filter.status === 'APPROVED'
  const searched = !search
    ? null
    : search.as === 'text' && filter.period
      ? payments.searchedInDays
      : payments.searchedAs[search.as]
  return (
    <TotalsLine
      count={totals.count > 0 ? payments.total(count) : null}
      sum={
        totals.count > 0 && mayCollect ? (
          <>
            <Amount amount={totals.amount} currency={totals.currency} className="font-medium text-text" />{' '}
            {payments.collected}
          </>
        ) : null
      }
      searched={searched}
      searchedShort={isAnyDate(search) ? payments.searchedAnyDate : null}
    >
      {mayExport && totals.count > 0 ? (
        <Button
          asChild
          size="sm"
          variant="quiet"
          icon={<Download aria-hidden className="size-4" />}
          className={totalsVerb}
        >
          <a href={paymentsExportHref(filter, timeZone, now)} download title={payments.exportRows(count)}>
            <span className="max-sm:sr-only">{payments.exportRows(count)}</span>
          </a>
        </Button>
      ) : null}
    </TotalsLine>
  )
}

/**
 * At the top it stands on the line of the page's title, the one place without words at every width; further down it
 * floats above the rows, on a phone below the bar. Its own height is none, so that no row moves when it comes.
 */
function NewPill({ count, onReveal }: { count: number; onReveal: () => void }) {
  return (
    <div className="pointer-events-none sticky top-27 z-20 order-first -mb-3 flex h-0 items-start justify-end sm:justify-center md:top-16">
      <Button
        variant="primary"
        size="sm"
        className="-mt-13 pointer-events-auto h-8 animate-rise rounded-full shadow-float"
        icon={<ArrowUp aria-hidden className="size-4" />}
        onClick={() => {
          onReveal()
          window.scrollTo({ top: 0 })
          // The pill goes away with the press: the keyboard goes on at the row that it brought.
          requestAnimationFrame(() => firstRow()?.focus({ preventScroll: true }))
        }}
      >
        {payments.newPill(count)}
      </Button>
    </div>
  )
}

function firstRow(): HTMLElement | null {
  return document.querySelector('[data-payment] a[data-row]')
}

/** Whether the search names one thing, which is looked for at any date. */
function isAnyDate(search: ListPage<unknown>['search'] | undefined): boolean {
  return search ? search.as !== 'text' : false
}

type NoneProps = {
  filter: PaymentFilter
  anyDate: boolean
  /** In no other status either. */
  none: boolean
}

function NoPayments({ filter, anyDate, none }: NoneProps) {
  const tab = tabAlone(filter)
  if (tab) return <EmptyState kind="nomatch" title={payments.noneInStatus[tab]} />
  if (filter.status || filter.cursor || isFiltered(filter))
    return <NoMatch filter={filter} anyDate={anyDate} none={none} />
  return (
    <EmptyState
      kind="none"
      title={payments.emptyTitle}
      action={
        <Button asChild variant="primary">
          <PageLink href="/links/new">{links.create}</PageLink>
        </Button>
      }
    >
      {payments.emptyHint}
    </EmptyState>
  )
}

/** Nothing for a search alone, and nothing under filters, are told apart. */
function NoMatch({ filter, anyDate, none }: NoneProps) {
  const { status, cursor, q, period, ...others } = filter
  const searchNarrows =
    q !== undefined && (!status || none) && !cursor && !isFiltered(others) && (!period || anyDate)
  return (
    <EmptyState
      kind="nomatch"
      title={q ? payments.noMatchFor(q) : payments.noMatchTitle}
      action={
        <Button asChild>
          <PageLink
            href={searchNarrows ? paymentsHref(filter, { q: undefined, period: undefined }) : '/payments'}
          >
            {searchNarrows && !period ? payments.clearSearch : common.clearFilters}
          </PageLink>
        </Button>
      }
    >
      {searchNarrows ? payments.noMatchSearchHint : payments.noMatchHint}
    </EmptyState>
  )
}
