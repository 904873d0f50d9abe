'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import Link from 'next/link'
import type { ListPage } from '@/components/data/list-page'
import { LoadFailed } from '@/components/data/load-failed'
import { Pager } from '@/components/filters/pager'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Table, TableBody } from '@/components/ui/table'
import { TabLink, TabRow } from '@/components/ui/tabs'
import { paymentStatuses } from '@/lib/contract/states'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { isFiltered, type PaymentFilter, paymentsHref } from './payment-filter'
import { PaymentFilters } from './payment-filters'
import { PaymentHead, PaymentRow } from './payment-row'
import type { ShownPayment } from './payment-shapes'
import { paymentsQuery } from './queries'
import { useCalmRows } from './use-calm-rows'

/** The payments list: status tabs with counts, filters, live rows. */
export function PaymentsScreen({ filter }: { filter: PaymentFilter }) {
  const { locale, timeZone } = usePlace()
  const list = useQuery(paymentsQuery(filter, timeZone))
  const number = new Intl.NumberFormat(locale)
  const count = (status: string) => {
    const known = list.data?.counts[status]
    return known === undefined ? null : number.format(known)
  }
  const linkTitle = filter.link
    ? (list.data?.data.find((row) => row.payment_link?.id === filter.link)?.payment_link?.title ?? null)
    : null
  return (
    <div className="flex flex-col gap-4">
      <TabRow label={payments.statusTabs}>
        <TabLink current={!filter.status} count={count('ALL')}>
          <Link href={paymentsHref(filter, { status: undefined })} scroll={false}>
            {payments.all}
          </Link>
        </TabLink>
        {paymentStatuses.map((status) => (
          <TabLink key={status} current={filter.status === status} count={count(status)}>
            <Link href={paymentsHref(filter, { status })} scroll={false}>
              {payments.status[status]}
            </Link>
          </TabLink>
        ))}
      </TabRow>
      <PaymentFilters filter={filter} linkTitle={linkTitle} />
      {list.data ? (
        <PaymentList page={list.data} filter={filter} />
      ) : list.error ? (
        <LoadFailed error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows rows={8} lines={2} label={payments.loading} />
      )}
    </div>
  )
}

function PaymentList({ page, filter }: { page: ListPage<ShownPayment>; filter: PaymentFilter }) {
  const { locale, timeZone } = usePlace()
  const { rows, waiting, fresh, reveal } = useCalmRows(page.data, JSON.stringify(filter))
  const newestHref = filter.cursor ? paymentsHref(filter) : null
  const olderHref = page.next_cursor ? paymentsHref(filter, { cursor: page.next_cursor }) : null
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2 text-muted text-sm">
        <span className="tnum">
          {payments.total(new Intl.NumberFormat(locale).format(page.totals.count))}
        </span>
        {page.totals.count > 0 ? (
          <>
            <span aria-hidden>·</span>
            <span>
              <Amount
                amount={page.totals.amount}
                currency={page.totals.currency}
                className="font-medium text-text"
              />{' '}
              {payments.collected}
            </span>
          </>
        ) : null}
        {page.search ? <span className="basis-full">{payments.searchedAs[page.search.as]}</span> : null}
      </div>
      <span role="status" className="sr-only">
        {fresh.size > 0 ? payments.arrived(fresh.size) : ''}
      </span>
      {waiting > 0 ? <NewPill count={waiting} onReveal={reveal} /> : null}
      {rows.length > 0 ? (
        <Table label={payments.listLabel}>
          <PaymentHead timeZone={timeZone} />
          <TableBody>
            {rows.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} fresh={fresh.has(payment.id)} />
            ))}
          </TableBody>
        </Table>
      ) : (
        <NoPayments filter={filter} />
      )}
      <Pager newestHref={newestHref} olderHref={olderHref} newest={payments.newest} older={payments.older} />
    </>
  )
}

function NewPill({ count, onReveal }: { count: number; onReveal: () => void }) {
  return (
    <div className="pointer-events-none sticky top-3 z-20 flex h-0 justify-center">
      <Button
        variant="primary"
        size="sm"
        className="pointer-events-auto h-8 animate-rise rounded-full shadow-float"
        icon={<ArrowUp aria-hidden className="size-4" />}
        onClick={() => {
          onReveal()
          window.scrollTo({ top: 0 })
        }}
      >
        {payments.newPill(count)}
      </Button>
    </div>
  )
}

function NoPayments({ filter }: { filter: PaymentFilter }) {
  if (filter.status || filter.cursor || isFiltered(filter)) {
    return (
      <EmptyState
        kind="nomatch"
        title={payments.noMatchTitle}
        action={
          <Button asChild>
            <Link href="/payments">{common.clearFilters}</Link>
          </Button>
        }
      >
        {payments.noMatchHint}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      kind="none"
      title={payments.emptyTitle}
      action={
        <Button asChild variant="primary">
          <Link href="/links/new">{links.create}</Link>
        </Button>
      }
    >
      {payments.emptyHint}
    </EmptyState>
  )
}
