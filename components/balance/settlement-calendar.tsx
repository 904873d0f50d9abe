import { CalendarClock, ChevronLeft, ChevronRight, Send, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRead } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { InlineLink } from '@/components/navigation/link-looks'
import { PageLink } from '@/components/navigation/page-link'
import { listHref } from '@/components/navigation/query-string'
import { settlementHref } from '@/components/settlements/face'
import { useLocale, useReader, useTexts } from '@/components/texts/texts-provider'
import { useTimes } from '@/components/time/times'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { SettlementFilter } from '@/lib/dashboard/settlements/list-settlements'
import { addDays, dayIn, type Weekday, weekStartOf } from '@/lib/domain/calendar-days'
import { addMonths } from '@/lib/domain/calendar-months'
import { dateFormat, numberFormat } from '@/lib/domain/formatters'
import { dateLocaleOf } from '@/lib/domain/languages'
import { moneyText } from '@/lib/domain/money'
import type { ReadData } from '@/lib/reads'
import { cn } from '@/lib/ui/cn'

type SettlementMonth = ReadData<'settlements/list/month'>
const WEEK_DAYS = 7

type Props = {
  filter: SettlementFilter
  /** Last day of the payments of the next settlement; null if unknown. */
  expected: string | null
}

/**
 * Renders each settlement, and the expected one, on the last day of its payments, from the month of the list's filter or
 * else the current month.
 */
export function SettlementCalendar({ filter, expected }: Props) {
  const t = useTexts()
  const { monthName } = useTimes()
  const { timeZone, now } = useLocale()
  const today = dayIn(now, timeZone)
  const [month, setMonth] = useState(filter.month ?? today.slice(0, 7))
  const query = useRead('settlements/list/month', { month })
  const [latest = ''] = [today, expected ?? today].toSorted().reverse()
  const step = (months: number) => setMonth(addMonths(month, months))
  return (
    <Card
      title={t('balance-page.calendar.title')}
      className="@container"
      action={
        <div className="flex items-center gap-1">
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('balance-page.calendar.previous')}
            onClick={() => step(-1)}
          >
            <ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />
          </Button>
          <span id="settlement-calendar" aria-live="polite" className="tnum min-w-32 text-center font-medium">
            {monthName(month)}
          </span>
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('balance-page.calendar.next')}
            disabled={month >= latest.slice(0, 7)}
            onClick={() => step(1)}
          >
            <ChevronRight aria-hidden className="size-4 rtl:-scale-x-100" />
          </Button>
        </div>
      }
    >
      {query.data ? (
        <Month month={month} today={today} expected={expected} {...query.data} filter={filter} />
      ) : (
        <QueryFallback query={query} label={t('balance-page.loading')} rows={6} />
      )}
      <p className="mt-3 flex flex-wrap justify-between gap-x-4 gap-y-1 text-muted text-xs">
        {t('balance-page.calendar.legend')}
        <InlineLink href={hrefOf(filter, filter.month === month ? undefined : month)}>
          {t(filter.month === month ? 'balance-page.calendar.all' : 'balance-page.calendar.listed')}
        </InlineLink>
      </p>
    </Card>
  )
}

type MonthProps = SettlementMonth & Props & { month: string; today: string }

function Month({ month, today, expected, settlements: all, filter }: MonthProps) {
  const locale = dateLocaleOf(useReader())
  const weeks = weeksOf(month, useLocale().firstWeekday)
  return (
    <table
      aria-labelledby="settlement-calendar"
      className="w-full table-fixed border-separate border-spacing-0.5"
    >
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th
              key={day}
              scope="col"
              abbr={weekdayText(day, 'long', locale)}
              className="h-7 text-center font-normal text-muted text-xs"
            >
              {weekdayText(day, 'short', locale)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} className="relative p-0 align-top">
                {day.startsWith(month) ? (
                  <Day
                    day={day}
                    isToday={day === today}
                    isExpected={day === expected}
                    settlements={all.filter((made) => made.day === day)}
                    moreHref={hrefOf(filter, month)}
                  />
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayProps = {
  day: string
  isToday: boolean
  isExpected: boolean
  settlements: SettlementMonth['settlements']
  moreHref: string
}

const cellLook = 'relative flex h-12 flex-col items-center justify-center gap-0.5 rounded-md px-0.5 @xl:h-14'

function Day({ day, isToday, isExpected, settlements: [made, ...others], moreHref }: DayProps) {
  const t = useTexts()
  const name = useTimes().dayName(day)
  const number = (
    <time
      dateTime={day}
      aria-current={isToday ? 'date' : undefined}
      className={cn(
        'tnum text-sm leading-none',
        isToday && 'font-semibold text-accent-text underline underline-offset-2',
        // The link to more settlements has the corner.
        others.length > 0 && '@max-xl:-translate-x-2',
      )}
    >
      {Number(day.slice(-2))}
    </time>
  )
  if (!made)
    return (
      <div
        title={isExpected ? t('balance-page.calendar.expectedDay', { day: name }) : undefined}
        className={cn(cellLook, 'text-muted', isExpected && 'border border-border-strong border-dashed')}
      >
        {number}
        {isExpected ? (
          <span className="flex items-center gap-1 text-xs">
            <CalendarClock aria-hidden className="size-3.5 shrink-0" />
            <span className="@max-xl:sr-only">{t('balance-page.calendar.expected')}</span>
          </span>
        ) : null}
      </div>
    )
  return (
    <>
      <Made made={made}>{number}</Made>
      {others.length > 0 ? (
        <PageLink
          href={moreHref}
          className="absolute top-0 right-0 grid min-h-6 min-w-6 place-items-center rounded-sm text-muted text-xs hover:underline"
        >
          <span aria-hidden>+{others.length}</span>
          <span className="sr-only">
            {t('balance-page.calendar.moreOf', { day: name, count: others.length })}
          </span>
        </PageLink>
      ) : null}
    </>
  )
}

/** Renders a day's settlement with its net, shortened. The link's accessible name is complete; only a debt has a color. */
function Made({ made, children }: { made: SettlementMonth['settlements'][number]; children: ReactNode }) {
  const { id, net, currency, status } = made
  const t = useTexts()
  const times = useTimes()
  const { locale } = useLocale()
  const label = t('balance-page.calendar.settlement', {
    days: times.coveredDays(made),
    net: moneyText(net, currency, locale),
    state: t(`settlement-states.${status}`),
  })
  const isDebt = status === 'DEBT'
  return (
    <PageLink
      href={settlementHref({ id })}
      title={label}
      className={cn(cellLook, isDebt ? 'bg-warning-soft text-warning' : 'text-text', 'hover:bg-hover')}
    >
      <span className="sr-only">{label}</span>
      <span aria-hidden className="flex items-center gap-1">
        {children}
        {status === 'PENDING' ? <Send aria-hidden className="size-3 shrink-0" /> : null}
        {isDebt ? <TriangleAlert aria-hidden className="size-3 shrink-0" /> : null}
      </span>
      <span aria-hidden className="tnum text-xs leading-none">
        {numberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(net)}
      </span>
    </PageLink>
  )
}

function hrefOf(filter: SettlementFilter, month: string | undefined): string {
  return listHref('/balance', filter, { month })
}

function weeksOf(month: string, firstWeekday: Weekday): string[][] {
  const weeks: string[][] = []
  let start = weekStartOf(`${month}-01`, firstWeekday)
  for (; start.slice(0, 7) <= month; start = addDays(start, WEEK_DAYS))
    weeks.push(Array.from({ length: WEEK_DAYS }, (_, index) => addDays(start, index)))
  return weeks
}

function weekdayText(day: string, weekday: 'short' | 'long', locale: string): string {
  return dateFormat(locale, { weekday, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00.000Z`))
}
