import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { Amount } from '@/components/money/amount'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { useTimes } from '@/components/time/times'
import type { CollectedDay } from '@/lib/dashboard/payments/read-overview'
import { numberFormat } from '@/lib/domain/formatters'

/** Renders a bar per day, with the figures of the day under the pointer, the finger or the arrow keys. Loaded after paint. */
export function CollectedBars({ days, currency }: { days: readonly CollectedDay[]; currency: string }) {
  const t = useTexts()
  const { dayName } = useTimes()
  const { locale } = useLocale()
  const short = numberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 })
  const nameOf = (day: string) => (day === days.at(-1)?.day ? t('home.today') : dayName(day))
  const ticks = [days[0], days[Math.floor(days.length / 2)], days.at(-1)].flatMap((day) => day?.day ?? [])
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={[...days]}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        barCategoryGap="14%"
        aria-label={t('home.chartTable')}
        className="text-xs [&_.recharts-surface]:overflow-visible [&_.recharts-surface]:rounded-md [&_.recharts-surface]:outline-accent [&_.recharts-surface:not(:focus-visible)]:outline-none"
      >
        <CartesianGrid vertical={false} strokeDasharray="2 4" stroke="var(--c-border)" />
        <XAxis
          dataKey="day"
          ticks={ticks}
          interval={0}
          tickFormatter={nameOf}
          tickLine={false}
          axisLine={{ stroke: 'var(--c-border-strong)' }}
          tick={{ fill: 'var(--c-muted)' }}
        />
        <YAxis
          width={40}
          tickCount={3}
          tickFormatter={(amount: number) => short.format(amount)}
          tickLine={false}
          axisLine={false}
          tick={{ fill: 'var(--c-muted)' }}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--c-hover)' }}
          content={({ active, payload }) => {
            const day = days.find((one) => one.day === payload?.[0]?.payload?.day)
            return active && day ? <DayFigures day={day} name={nameOf(day.day)} currency={currency} /> : null
          }}
        />
        <Line
          dataKey="before"
          stroke="var(--c-muted)"
          strokeWidth={1.5}
          strokeDasharray="3 3"
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
        <Bar dataKey="amount" fill="var(--c-accent)" radius={2} minPointSize={1} isAnimationActive={false} />
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function DayFigures({ day, name, currency }: { day: CollectedDay; name: string; currency: string }) {
  const t = useTexts()
  const { locale } = useLocale()
  return (
    <p className="tnum flex flex-col rounded-md bg-raised px-3 py-2 text-sm shadow-float">
      <span className="text-muted">{name}</span>
      <Amount amount={day.amount} currency={currency} className="font-medium" />
      <span className="text-muted">
        {t('home.paymentsCount', { count: day.count, written: numberFormat(locale).format(day.count) })}
      </span>
      <span className="text-muted">
        {t('home.before30')}: <Amount amount={day.before} currency={currency} />
      </span>
    </p>
  )
}
