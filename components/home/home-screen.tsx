'use client'

import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { useCan } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { useRead } from '@/components/data/read'
import { RecordTable } from '@/components/list/columns'
import { useStableRows } from '@/components/list/use-stable-rows'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { paymentColumns, paymentRow, paymentsHref } from '@/components/payments/face'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { Overview } from '@/lib/dashboard/schema/overview'
import { common } from '@/lib/messages/common'
import { home } from '@/lib/messages/home'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { Approval } from './approval'
import { Attention } from './attention'
import { CollectedChart } from './collected-chart'
import { Money } from './money'
import { changeText, comparedPercent } from './percent'
import { Setup } from './setup'

const ROWS = 6
const none: readonly never[] = []

/**
 * Renders Home: tasks that need a person, then the balance, collected amounts per day, approval rate, latest payments.
 */
export function HomeScreen({ lacksBankAccount }: { lacksBankAccount: boolean }) {
  const overview = useRead('payments/list/overview', {})
  const { data } = overview
  return (
    <div className="flex flex-col gap-4">
      {data ? (
        <>
          {data.setup ? <Setup steps={data.setup} /> : null}
          <Attention overview={data} lacksBankAccount={lacksBankAccount} />
          <Money />
          <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,23rem)]">
            <Collected overview={data} />
            <Approval overview={data} />
          </div>
        </>
      ) : (
        <QueryFallback query={overview} label={common.loading} />
      )}
      <LatestPayments />
    </div>
  )
}

function Collected({ overview: { days, before, currency } }: { overview: Overview }) {
  // Sums of exact decimals may carry binary rounding errors. Four digits are two more than any currency has.
  const total = Number(days.reduce((sum, { amount }) => sum + amount, 0).toFixed(4))
  return (
    <Card className="flex flex-col">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div>
          <h2 className="font-normal text-base text-muted">{home.collected30}</h2>
          <p className="tnum mt-0.5 font-semibold text-2xl tracking-tight">
            <Amount amount={total} currency={currency} />
          </p>
        </div>
        <Compared now={total} before={before.amount} />
      </div>
      <CollectedChart days={days} currency={currency} />
    </Card>
  )
}

function Compared({ now, before }: { now: number; before: number }) {
  const { locale } = useLocale()
  const percent = comparedPercent(now, before)
  if (percent === null) return null
  const Icon = percent > 0 ? ArrowUpRight : percent < 0 ? ArrowDownRight : ArrowRight
  return (
    <p className="flex items-center gap-1.5 text-muted text-sm">
      <span
        className={`tnum inline-flex items-center gap-0.5 rounded-sm px-1.5 py-0.5 font-medium text-xs ${percent > 0 ? 'bg-success-soft text-success' : 'bg-neutral-soft text-neutral'}`}
      >
        <Icon aria-hidden className="size-3.5" />
        {changeText(percent, locale)}
      </span>
      {home.versus}
    </p>
  )
}

function LatestPayments() {
  const mayCreate = useCan('links.create')
  const { timeZone } = useLocale()
  const list = useRead('payments/list', {})
  const { rows, fresh } = useStableRows(list.data?.data ?? none, 'home')
  return (
    <section className="flex flex-col gap-2.5">
      <header className="flex min-h-8 items-center justify-between gap-3">
        <h2 className="text-lg">{home.latestPayments}</h2>
        {rows.length > 0 ? (
          <PageLink
            href={paymentsHref({})}
            className="hit flex shrink-0 items-center whitespace-nowrap text-accent-text text-sm hover:underline"
          >
            {home.all}
            <span className="sr-only">: {home.latestPayments}</span>
          </PageLink>
        ) : null}
      </header>
      <span role="status" className="sr-only">
        {fresh.size > 0 ? payments.arrived(fresh.size) : ''}
      </span>
      {list.data ? (
        list.data.data.length > 0 ? (
          <RecordTable
            label={home.latestPayments}
            columns={paymentColumns(timeZone)}
            rows={rows.slice(0, ROWS)}
            fresh={fresh}
            rowProps={paymentRow}
          />
        ) : (
          <EmptyState
            kind="none"
            title={payments.emptyTitle}
            action={
              mayCreate ? (
                <Button asChild>
                  <PageLink href="/links/new">{links.create}</PageLink>
                </Button>
              ) : undefined
            }
          >
            {payments.emptyHint}
          </EmptyState>
        )
      ) : (
        <QueryFallback query={list} label={payments.loading} rows={ROWS} />
      )}
    </section>
  )
}
