'use client'

import { Info } from 'lucide-react'
import { useState } from 'react'
import { RequestId } from '@/components/data/failure'
import { QueryFallback } from '@/components/data/query-fallback'
import { Amount } from '@/components/money/amount'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { TitledTime } from '@/components/time/date-time'
import { nonBreaking, spanText } from '@/components/time/format-time'
import { useTimes } from '@/components/time/times'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { Balance } from '@/lib/contract/balance'
import { type BalanceFigure, balanceFigures } from '@/lib/dashboard/balance/shape'
import type { SettlementFilter } from '@/lib/dashboard/settlements/list-settlements'
import { dayIn } from '@/lib/domain/calendar-days'
import type { ReadData } from '@/lib/reads'
import { useBalance } from './face'
import { FeeCard } from './fee-card'
import { SettlementCalendar } from './settlement-calendar'

type BalanceView = ReadData<'balance/view'>

const dialog = lazyModule(() => import('./explain-dialog').then((module) => module.ExplainDialog))

/** Renders the upper part of the balance: the figures and the next settlement. */
export function BalanceOverview() {
  const t = useTexts()
  const query = useBalance()
  if (!query.data) return <QueryFallback query={query} label={t('balance-page.loading')} rows={3} />
  const { balance, at } = query.data
  return (
    <div className="mb-8 flex flex-col gap-3">
      {balance ? null : <NeverAnswered view={query.data} />}
      <div className="grid gap-px overflow-hidden rounded-lg bg-border/70 shadow-card *:bg-surface *:p-4 sm:*:p-5 md:grid-cols-3">
        {balance
          ? balanceFigures.map((figure) => (
              <FigureCard key={figure} figure={figure} balance={balance} at={at} />
            ))
          : null}
        <Next view={query.data} />
      </div>
    </div>
  )
}

/** Renders the part of the balance below the settlements: the calendar and the fees. */
export function BalanceFoot({ filter }: { filter: SettlementFilter }) {
  const { data } = useBalance()
  if (!data) return null
  const { balance, next } = data
  return (
    <div className="mt-8 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <SettlementCalendar key={filter.month} filter={filter} expected={next?.last ?? null} />
      {balance ? <FeeCard fees={balance.fee_schedule} currency={balance.currency} /> : null}
    </div>
  )
}

/** Renders the time of the figures, and the reason if the host returned no newer ones. */
export function BalanceAge() {
  const t = useTexts()
  const { soonTime } = useTimes()
  const { data } = useBalance()
  if (!data?.balance || !data.at) return null
  const { at, problem } = data
  return (
    <p className={problem ? 'text-sm text-warning' : 'text-muted text-sm'}>
      {t('balance.asOf')}{' '}
      <TitledTime iso={at} className="tnum whitespace-nowrap">
        {soonTime(at)}
      </TitledTime>
      <span role="status">{problem ? `; ${t(`balance.asOfBecause.${problem.code}`)}` : null}</span>
      {problem?.requestId ? (
        <span className="wrap-anywhere text-muted text-xs">
          {' '}
          {t('common.requestId', { id: problem.requestId })}
        </span>
      ) : null}
    </p>
  )
}

function FigureCard({ figure, balance, at }: { figure: BalanceFigure; balance: Balance; at: string | null }) {
  const t = useTexts()
  const [isExplained, setExplained] = useState(false)
  const ExplainDialog = useLazyModule(dialog)
  const { available, currency } = balance
  const name = t(`balance.figures.${figure}`)
  return (
    <section id={figure} aria-label={name} className="scroll-mt-20 min-w-0">
      <header className="flex items-center justify-between gap-3">
        <h2 className="font-normal text-base text-muted">
          {figure === 'available' ? t('balance-page.unsettled') : name}
        </h2>
        <Button
          variant="quiet"
          size="icon"
          aria-haspopup="dialog"
          aria-label={t('balance-page.explain.button')}
          title={t('balance-page.explain.button')}
          {...dialog.intent}
          onClick={async () => setExplained((await dialog.loadOrNull()) !== null)}
          Icon={Info}
        />
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
        {figure === 'available'
          ? available.net_amount < 0
            ? t('balance-page.negative')
            : t('balance-page.after', { count: available.payment_count })
          : t(`balance-page.definitions.${figure}`)}
      </p>
    </section>
  )
}

function NeverAnswered({ view: { confirmed, problem } }: { view: BalanceView }) {
  const t = useTexts()
  if (confirmed === null) return <SkeletonRows rows={3} label={t('balance-page.loading')} />
  return (
    <Banner tone="warning" title={t('balance-page.neverAnswered')} announce>
      <p>
        {t('balance-page.neverAnsweredBecause', {
          reason: t(`balance.asOfBecause.${problem?.code ?? 'host_unreachable'}`),
        })}
      </p>
      <RequestId id={problem?.requestId} />
    </Banner>
  )
}

function Next({ view: { balance, next } }: { view: BalanceView }) {
  const t = useTexts()
  const times = useTimes()
  const { timeZone, now } = useLocale()
  const named = (day: string) => nonBreaking(times.dayName(day))
  const isEmpty = balance?.available.payment_count === 0
  const net = next?.net ?? null
  return (
    <section
      id="next-settlement"
      aria-label={t('balance-page.next.title')}
      className="scroll-mt-20 md:col-span-3"
    >
      <h2 className="font-normal text-base text-muted">{t('balance-page.next.title')}</h2>
      {next ? (
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <p className="tnum font-semibold text-xl tracking-tight">{times.weekdayName(next.made)}</p>
          <p className="tnum text-pretty text-muted text-sm">
            {[
              t('balance-page.next.covers', { days: spanText(named(next.first), named(next.last)) }),
              isEmpty
                ? t('balance-page.next.nothing')
                : net === null
                  ? null
                  : t(net > 0 ? 'balance-page.next.net' : 'balance-page.next.debt'),
              !isEmpty && next.arrives && next.arrives > dayIn(now, timeZone)
                ? t('balance-page.next.sentBy', { day: named(next.arrives) })
                : null,
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
        </div>
      ) : (
        <p className="text-muted">{t('balance-page.next.unknown')}</p>
      )}
    </section>
  )
}
