'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { LoadFailed } from '@/components/data/load-failed'
import { LinkHead, LinkRow } from '@/components/links/link-row'
import { linksQuery } from '@/components/links/queries'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { paymentsHref } from '@/components/payments/payment-filter'
import { PaymentHead, PaymentRow } from '@/components/payments/payment-row'
import { paymentsQuery } from '@/components/payments/queries'
import { useCalmRows } from '@/components/payments/use-calm-rows'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'
import { StatCard } from '@/components/ui/stat-card'
import { Table, TableBody } from '@/components/ui/table'
import { home } from '@/lib/messages/home'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'

const ROWS = 5
const none: readonly never[] = []

/** What a shop owner asks first: did money come in, and from what. Only figures that the lists can prove. */
export function HomeScreen({ mayCreate }: { mayCreate: boolean }) {
  return (
    <div className="flex flex-col gap-7">
      <Figures />
      <LatestPayments mayCreate={mayCreate} />
      <LatestLinks />
    </div>
  )
}

function Figures() {
  const { locale, timeZone } = usePlace()
  const today = useQuery(paymentsQuery({ period: 'today' }, timeZone)).data
  const month = useQuery(paymentsQuery({ period: '30d' }, timeZone)).data
  const linkCounts = useQuery(linksQuery({})).data?.counts
  const number = new Intl.NumberFormat(locale)
  const count = (value: number | undefined) => number.format(value ?? 0)
  return (
    <div className="grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2 xl:grid-cols-4">
      <StatCard
        label={home.collectedToday}
        value={
          today ? (
            <Amount {...today.totals} className="whitespace-normal" />
          ) : (
            <Skeleton className="my-1.5 w-28" />
          )
        }
        note={today ? home.approvedCount(count(today.counts.APPROVED)) : <Skeleton className="w-20" />}
      />
      <StatCard
        label={home.collected30}
        value={
          month ? (
            <Amount {...month.totals} className="whitespace-normal" />
          ) : (
            <Skeleton className="my-1.5 w-28" />
          )
        }
        note={month ? home.approvedCount(count(month.counts.APPROVED)) : <Skeleton className="w-20" />}
      />
      <StatCard
        label={home.declined30}
        value={month ? count(month.counts.FAILED) : <Skeleton className="my-1.5 w-12" />}
        note={home.declinedNote}
      />
      <StatCard
        label={home.activeLinks}
        value={linkCounts ? count(linkCounts.ACTIVE) : <Skeleton className="my-1.5 w-12" />}
        note={home.activeLinksNote}
      />
    </div>
  )
}

function LatestPayments({ mayCreate }: { mayCreate: boolean }) {
  const { timeZone } = usePlace()
  const list = useQuery(paymentsQuery({}, timeZone))
  const { rows, fresh } = useCalmRows(list.data?.data ?? none, 'home')
  return (
    <Section title={home.latestPayments} href={rows.length > 0 ? paymentsHref({}) : null}>
      <span role="status" className="sr-only">
        {fresh.size > 0 ? payments.arrived(fresh.size) : ''}
      </span>
      {list.data ? (
        list.data.data.length > 0 ? (
          <Table label={home.latestPayments}>
            <PaymentHead timeZone={timeZone} />
            <TableBody>
              {rows.slice(0, ROWS).map((payment) => (
                <PaymentRow key={payment.id} payment={payment} fresh={fresh.has(payment.id)} />
              ))}
            </TableBody>
          </Table>
        ) : (
          <EmptyState
            kind="none"
            title={payments.emptyTitle}
            action={
              mayCreate ? (
                <Button asChild>
                  <Link href="/links/new">{links.create}</Link>
                </Button>
              ) : undefined
            }
          >
            {payments.emptyHint}
          </EmptyState>
        )
      ) : list.error ? (
        <LoadFailed error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows rows={ROWS} lines={2} label={payments.loading} />
      )}
    </Section>
  )
}

function LatestLinks() {
  const { timeZone } = usePlace()
  const list = useQuery(linksQuery({}))
  if (!list.data || list.data.data.length === 0) return null
  return (
    <Section title={home.latestLinks} href="/links">
      <Table label={home.latestLinks}>
        <LinkHead timeZone={timeZone} />
        <TableBody>
          {list.data.data.slice(0, ROWS).map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </TableBody>
      </Table>
    </Section>
  )
}

function Section({ title, href, children }: { title: string; href: string | null; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2.5">
      <header className="flex min-h-8 items-center justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        {href ? (
          <Link href={href} className="text-accent-text text-sm underline-offset-2 hover:underline">
            {home.all}
            <span className="sr-only">: {title}</span>
          </Link>
        ) : null}
      </header>
      {children}
    </section>
  )
}
