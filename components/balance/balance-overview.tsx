'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryFallback } from '@/components/data/query-fallback'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { useAccount } from '@/components/navigation/use-go'
import { TitledTime } from '@/components/time/date-time'
import { clockTime, dayName, nonBreaking, shortTime, weekdayName } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { Balance } from '@/lib/contract/balance'
import type { BalanceFigure, BalanceView, NextSettlement } from '@/lib/dashboard/schema/balance'
import type { SettlementFilter } from '@/lib/dashboard/schema/settlement'
import { balanceFigures } from '@/lib/dashboard/schema/tabs'
import { dayIn } from '@/lib/domain/calendar-days'
import { numberFormat } from '@/lib/domain/formatters'
import { balance as copy } from '@/lib/messages/balance'
import { common } from '@/lib/messages/common'
import { settlements } from '@/lib/messages/settlements'
import { FeeCard } from './fee-card'
import { balanceQuery } from './queries'
import { SettlementCalendar } from './settlement-calendar'

const dialog = lazyModule(() => import('./explain-dialog').then((module) => module.ExplainDialog))

/** Renders the upper part of the balance: figures with their age, next settlement, fees and calendar. */
export function BalanceOverview({ filter }: { filter: SettlementFilter }) {
  const query = useQuery(balanceQuery(useAccount()))
  if (!query.data) return <QueryFallback query={query} label={copy.loading} rows={3} />
  const { balance, next } = query.data
  return (
    <div className="mb-8 flex flex-col gap-4">
      {balance ? (
        <>
          <Age view={query.data} />
          <div className="grid gap-4 md:grid-cols-3">
            {balanceFigures.map((figure) => (
              <FigureCard key={figure} figure={figure} balance={balance} at={query.data.at} />
            ))}
          </div>
        </>
      ) : (
        <NeverAnswered view={query.data} isAsking={query.isFetching} ask={() => query.refetch()} />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <NextCard view={query.data} />
          {balance ? <FeeCard fees={balance.fee_schedule} currency={balance.currency} /> : null}
        </div>
        <SettlementCalendar filter={filter} expected={next?.made ?? null} />
      </div>
    </div>
  )
}

/** Renders the time of the figures, and the reason if the host returned no newer ones. */
function Age({ view: { at, problem } }: { view: BalanceView }) {
  const { timeZone, now } = useLocale()
  if (!at) return null
  const isToday = dayIn(Date.parse(at), timeZone) === dayIn(now, timeZone)
  return (
    <p className={problem ? 'text-sm text-warning' : 'text-muted text-sm'}>
      {copy.asOf}{' '}
      <TitledTime iso={at} className="tnum whitespace-nowrap">
        {isToday ? clockTime(at, timeZone) : shortTime(at, timeZone, now)}
      </TitledTime>
      <span role="status">{problem ? `; ${copy.asOfBecause[problem.code]}` : null}</span>
      {problem?.requestId ? (
        <span className="wrap-anywhere text-muted text-xs"> {common.requestId(problem.requestId)}</span>
      ) : null}
    </p>
  )
}

type FigureProps = { figure: BalanceFigure; balance: Balance; at: string | null }

function FigureCard({ figure, balance, at }: FigureProps) {
  const { locale } = useLocale()
  const [isExplained, setExplained] = useState(false)
  const ExplainDialog = useLazyModule(dialog)
  const { available, currency } = balance
  const name = copy.figures[figure]
  return (
    <section
      id={figure}
      aria-label={name}
      className="flex scroll-mt-20 min-w-0 flex-col rounded-lg bg-surface p-4 shadow-card sm:p-5"
    >
      <header className="flex items-center justify-between gap-3">
        <h2 className="font-normal text-base text-muted">{name}</h2>
        <Button
          size="sm"
          aria-haspopup="dialog"
          onPointerEnter={dialog.preload}
          onFocus={dialog.preload}
          onClick={async () => setExplained((await dialog.loadOrNull()) !== null)}
        >
          {copy.explain.button}
          <span className="sr-only">{copy.explain.buttonOf(name)}</span>
        </Button>
        {isExplained && ExplainDialog ? (
          <ExplainDialog figure={figure} at={at} onClose={() => setExplained(false)} />
        ) : null}
      </header>
      <p className="tnum wrap-anywhere mt-1 font-semibold text-2xl tracking-tight">
        <Amount
          amount={figure === 'available' ? available.net_amount : balance[figure]}
          currency={currency}
        />
      </p>
      <p className="mt-1 text-pretty text-muted text-sm">
        {copy.definitions[figure]}
        {figure === 'available'
          ? ` ${copy.inAll(copy.payments(numberFormat(locale).format(available.payment_count)))}`
          : null}
      </p>
    </section>
  )
}

type NeverProps = { view: BalanceView; isAsking: boolean; ask: () => void }

/** Renders a message instead of the figures of a host that never responded. */
function NeverAnswered({ view: { confirmed, problem }, isAsking, ask }: NeverProps) {
  if (confirmed === null) return <SkeletonRows rows={3} label={copy.loading} />
  const reason = copy.asOfBecause[problem?.code ?? 'host_unreachable']
  return (
    <Banner
      tone="warning"
      title={copy.neverAnswered}
      announce
      action={
        <Button size="sm" busy={isAsking} onClick={ask}>
          {common.retry}
        </Button>
      }
    >
      <p>{copy.neverAnsweredBecause(reason)}</p>
      {problem?.requestId ? (
        <p className="tnum mt-1 wrap-anywhere text-muted text-xs">{common.requestId(problem.requestId)}</p>
      ) : null}
    </Banner>
  )
}

const nextCopy = copy.next

/** Renders the next settlement: its day, its period, its net so far, and the day by which its transfer usually leaves. */
function NextCard({ view: { balance, next, transferTimes } }: { view: BalanceView }) {
  return (
    <Card id="next-settlement" title={nextCopy.title}>
      {next ? <Next next={next} balance={balance} /> : <p className="text-muted">{nextCopy.unknown}</p>}
      <p className="mt-3 border-t pt-3 text-muted text-sm">
        {transferTimes
          ? settlements.detail.usually(transferTimes.earliest, transferTimes.usual)
          : nextCopy.noTimes}
      </p>
    </Card>
  )
}

function Next({ next, balance }: { next: NextSettlement; balance: Balance | null }) {
  const { now } = useLocale()
  const { first, last, made, net, arrives, isDue } = next
  const named = (day: string) => nonBreaking(dayName(day, now))
  const isEmpty = balance !== null && balance.available.payment_count === 0 && !isDue
  return (
    <>
      <p className="tnum font-semibold text-xl tracking-tight">{weekdayName(made)}</p>
      <p className="text-muted text-sm">
        {first === last ? nextCopy.covers(named(first)) : nextCopy.coversSpan(named(first), named(last))}
      </p>
      {isEmpty ? (
        <p className="mt-3 text-muted text-sm">{nextCopy.nothing}</p>
      ) : (
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          <dt className="text-muted">{nextCopy.net}</dt>
          <dd className="tnum text-right font-medium">
            {net !== null && balance ? (
              <Amount amount={net} currency={balance.currency} />
            ) : (
              <span className="font-normal text-muted">{nextCopy.netUnknown}</span>
            )}
          </dd>
          {arrives ? (
            <>
              <dt className="text-muted">{nextCopy.arrives}</dt>
              <dd className="tnum text-right">{weekdayName(arrives)}</dd>
            </>
          ) : null}
        </dl>
      )}
      {net !== null && !isEmpty ? (
        <p className="mt-1.5 text-muted text-xs">
          {net <= 0 ? nextCopy.debt : isDue ? nextCopy.netDue : nextCopy.netHint}
        </p>
      ) : null}
    </>
  )
}
