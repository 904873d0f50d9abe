'use client'

import { Circle, CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useBalance } from '@/components/balance/face'
import { useCan, useMember, useRead } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { RecordTable } from '@/components/list/columns'
import { useStableRows } from '@/components/list/use-stable-rows'
import { Amount, MINUS } from '@/components/money/amount'
import { ButtonLink } from '@/components/navigation/link-looks'
import { PageLink } from '@/components/navigation/page-link'
import { paymentColumns, paymentRow, paymentsHref } from '@/components/payments/face'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { useTimes } from '@/components/time/times'
import { Announcement } from '@/components/ui/announcement'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import type { CollectedDay, Overview, SetupSteps } from '@/lib/dashboard/payments/read-overview'
import { numberFormat } from '@/lib/domain/formatters'
import { Attention } from './attention'

const ROWS = 6
const none: readonly never[] = []

/** Renders Home: tasks that need a person, then the balance, collected amounts per day, approval rate, latest payments. */
export function HomeScreen({ lacksBankAccount }: { lacksBankAccount: boolean }) {
  const t = useTexts()
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
        <QueryFallback query={overview} label={t('common.loading')} />
      )}
      <LatestPayments />
    </div>
  )
}

function Collected({ overview: { days, before, currency } }: { overview: Overview }) {
  const t = useTexts()
  // Sums of exact decimals may carry binary rounding errors. Four digits are two more than any currency has.
  const total = Number(days.reduce((sum, { amount }) => sum + amount, 0).toFixed(4))
  return (
    <Card className="flex flex-col">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div>
          <h2 className="font-normal text-base text-muted">{t('home.collected30')}</h2>
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

/** Renders the change from the days before, as the label of the chart's dashed line, which shows those days. */
function Compared({ now, before }: { now: number; before: number }) {
  const t = useTexts()
  const { locale } = useLocale()
  const percent = comparedPercent(now, before)
  if (percent === null) return null
  return (
    <p className="flex items-center gap-1.5 text-muted text-sm">
      <span className="tnum font-medium text-text">{changeText(percent, locale)}</span>
      {t('home.versus')}
      <span aria-hidden className="w-5 border-muted border-t-2 border-dashed" />
      {t('home.before30')}
    </p>
  )
}

function LatestPayments() {
  const t = useTexts()
  const mayCreate = useCan('links.create')
  const list = useRead('payments/list', {})
  const { rows, fresh } = useStableRows(list.data?.data ?? none, 'home')
  return (
    <section className="flex flex-col gap-2.5">
      <header className="flex min-h-8 items-center justify-between gap-3">
        <h2 className="text-lg">{t('home.latestPayments')}</h2>
        {rows.length > 0 ? (
          <PageLink
            href={paymentsHref({})}
            className="hit flex shrink-0 items-center whitespace-nowrap text-accent-text text-sm hover:underline"
          >
            {t('home.all')}
            <span className="sr-only">: {t('home.latestPayments')}</span>
          </PageLink>
        ) : null}
      </header>
      <Announcement>{fresh.size > 0 ? t('home.payments.arrived', { count: fresh.size }) : ''}</Announcement>
      {list.data ? (
        list.data.data.length > 0 ? (
          <RecordTable
            label={t('home.latestPayments')}
            columns={paymentColumns(t)}
            rows={rows.slice(0, ROWS)}
            fresh={fresh}
            rowProps={paymentRow}
          />
        ) : (
          <EmptyState
            kind="none"
            title={t('home.payments.emptyTitle')}
            action={mayCreate ? <ButtonLink href="/links/new">{t('shell.newLink')}</ButtonLink> : undefined}
          >
            {t('home.payments.emptyHint')}
          </EmptyState>
        )
      ) : (
        <QueryFallback query={list} label={t('home.payments.loading')} rows={ROWS} />
      )}
    </section>
  )
}

const transfers = [
  ['in_transit', 'PENDING'],
  ['paid_out', 'PAID'],
] as const

function Money() {
  const t = useTexts()
  const { dayName, shortTime } = useTimes()
  const { data } = useBalance()
  if (!data?.balance) return null
  const { balance, next, at, problem } = data
  const { available, currency } = balance
  return (
    <section aria-label={t('home.balance')} className="flex flex-col gap-1.5">
      <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-lg bg-border/70 shadow-card sm:grid-cols-3">
        <Cell
          href="/balance#available"
          name={t('balance.figures.available')}
          note={next ? t('home.nextSettlement', { day: dayName(next.made) }) : null}
        >
          <Amount amount={available.net_amount} currency={currency} />
        </Cell>
        {transfers.map(([figure, status]) => (
          <Cell key={figure} href={`/balance?status=${status}`} name={t(`balance.figures.${figure}`)}>
            <Amount amount={balance[figure]} currency={currency} />
          </Cell>
        ))}
      </ul>
      {problem && at ? (
        <p role="status" className="text-sm text-warning">
          {t('balance.asOf')} {shortTime(at)}; {t(`balance.asOfBecause.${problem.code}`)}
        </p>
      ) : null}
    </section>
  )
}

type CellProps = { href: string; name: string; note?: string | null; children: ReactNode }

function Cell({ href, name, note, children }: CellProps) {
  return (
    <li className="bg-surface">
      <PageLink
        href={href}
        className="flex h-full flex-wrap items-baseline justify-between gap-x-4 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2 sm:flex-col sm:justify-start sm:px-5"
      >
        <span className="text-muted text-sm">{name}</span>
        <span className="tnum font-semibold text-lg">{children}</span>
        {note ? <span className="w-full text-muted text-sm">{note}</span> : null}
      </PageLink>
    </li>
  )
}

/** Renders the approval rate of thirty days, and the reasons of the declines if the host reports them. */
export function Approval({ overview: { days, declined, declines } }: { overview: Overview }) {
  const t = useTexts()
  const { locale } = useLocale()
  const number = numberFormat(locale)
  const approved = days.reduce((sum, { count }) => sum + count, 0)
  const rate = approvedShare(approved, declined.count)
  const areReported = declines.reasons.some(({ code }) => code !== null)
  const others = declines.counted - declines.reasons.reduce((sum, { count }) => sum + count, 0)
  const reasons = [
    ...declines.reasons.map(({ code, count }) => ({
      name:
        code === null ? t('home.reasonNotReported') : (t.first(`payment-declines.reason.${code}`) ?? code),
      count,
    })),
    ...(others > 0 ? [{ name: t('home.otherReasons'), count: others }] : []),
  ]
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="font-normal text-base text-muted">{t('home.approval30')}</h2>
        <p className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="tnum font-semibold text-2xl tracking-tight">
            {rate === null ? '–' : shareText(rate, locale)}
          </span>
          <PageLink
            href={paymentsHref({ status: 'FAILED', period: '30d' })}
            className="hit inline-flex items-center text-muted text-sm hover:text-text hover:underline"
          >
            {t('home.declinedCount', { count: declined.count, written: number.format(declined.count) })}
          </PageLink>
        </p>
      </div>
      {areReported ? (
        <section>
          <h3 className="font-medium text-sm">{t('home.declineReasons')}</h3>
          {declines.counted < declined.count ? (
            <p className="text-muted text-sm">
              {t('home.declineReasonsOf', { written: number.format(declines.counted) })}
            </p>
          ) : null}
          <ul className="mt-1.5 flex flex-col gap-1.5 text-sm">
            {reasons.map(({ name, count }) => (
              <li key={name} className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 text-muted">{name}</span>
                <span className="tnum shrink-0">{number.format(count)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Card>
  )
}

/** Returns the change from the previous period's sum in whole percent; null if the previous sum is zero. */
export function comparedPercent(now: number, before: number): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 100) : null
}

/**
 * Returns the approved share of decided payments, 0 to 1, rounded down to a tenth of a percent: with one decline it stays
 * below 1. Null if none was decided.
 */
export function approvedShare(approved: number, declined: number): number | null {
  const decided = approved + declined
  return decided > 0 ? Math.floor((approved * 1000) / decided) / 1000 : null
}

/** Returns a change of whole percent in the locale's format: `+13%`, `−7%`, `0%`. */
export function changeText(percent: number, locale: string): string {
  const format = numberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  })
  return format.format(percent / 100).replace('-', MINUS)
}

/** Returns a share, 0 to 1, with one decimal: `90.1%`, `100.0%`. */
export function shareText(share: number, locale: string): string {
  const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return numberFormat(locale, { style: 'percent', ...ONE_DECIMAL }).format(share)
}

/** Approved test card. Its number is not in the texts that every home page sends, where a search for cards would find it. */
const TEST_CARD = '4242 4242 4242 4242'

function Setup({ steps }: { steps: SetupSteps }) {
  const t = useTexts()
  const { testMode } = useMember().account
  const mayCreate = useCan('links.create')
  const rows = [
    ['webhook', steps.webhook, '/settings/webhook', 'webhookHint', useCan('developers.read')],
    ['link', steps.link, mayCreate ? '/links/new' : '/links', 'linkHint', true],
    ['pay', false, '/links', testMode ? 'payTestHint' : 'payHint', true],
    ['customer', steps.customer, mayCreate ? '/customers/new' : '/customers', 'customerHint', true],
    ['invitation', steps.invitation, '/settings/team', 'invitationHint', useCan('team.manage')],
  ] as const
  return (
    <Card title={t('home.setup.title')}>
      <p className="text-muted">{t('home.setup.lead')}</p>
      <ol className="-mx-2 mt-3 flex flex-col">
        {rows
          .filter(([, , , , isShown]) => isShown)
          .map(([step, done, href, hint]) => {
            const Icon = done ? CircleCheck : Circle
            return (
              <li key={step}>
                <PageLink
                  href={href}
                  className="flex items-start gap-3 rounded-md px-2 py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <Icon
                    aria-hidden
                    className={`mt-0.5 size-5 shrink-0 ${done ? 'text-success' : 'text-muted'}`}
                  />
                  <span className="min-w-0">
                    <span className="block font-medium">
                      {t(`home.setup.${step}`)}
                      <span className="sr-only">: {t(done ? 'home.setup.done' : 'home.setup.todo')}</span>
                    </span>
                    <span className="block text-muted text-sm">
                      {t(`home.setup.${hint}`, { card: TEST_CARD })}
                    </span>
                  </span>
                </PageLink>
              </li>
            )
          })}
      </ol>
    </Card>
  )
}

const bars = lazyModule(() => import('./collected-bars').then((module) => module.CollectedBars))

type CollectedChartProps = { days: readonly CollectedDay[]; currency: string }

function CollectedChart({ days, currency }: CollectedChartProps) {
  const Bars = useLazyModule(bars)
  useEffect(() => {
    if (document.readyState === 'complete') return bars.preload()
    window.addEventListener('load', bars.preload, { once: true })
    return () => window.removeEventListener('load', bars.preload)
  }, [])
  return (
    <>
      <div className="relative min-h-54 grow">
        <div className="absolute inset-0">{Bars ? <Bars days={days} currency={currency} /> : null}</div>
      </div>
      <DayTable days={days} currency={currency} />
    </>
  )
}

function DayTable({ days, currency }: CollectedChartProps) {
  const t = useTexts()
  const { dayName } = useTimes()
  return (
    // The wrapper is hidden instead of the table, whose width follows its cells regardless of its class.
    <div className="sr-only">
      <table>
        <caption>{t('home.chartTable')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('home.chartDay')}</th>
            <th scope="col">{t('home.collected')}</th>
            <th scope="col">{t('home.chartPayments')}</th>
            <th scope="col">{t('home.before30')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, amount, count, before }) => (
            <tr key={day}>
              <th scope="row">{dayName(day)}</th>
              <td>
                <Amount amount={amount} currency={currency} />
              </td>
              <td>{count}</td>
              <td>
                <Amount amount={before} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
