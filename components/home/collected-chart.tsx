'use client'

import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { dayName } from '@/components/time/format-time'
import { numberFormat } from '@/lib/contract/formatters'
import { formatMajor } from '@/lib/contract/money'
import type { CollectedDay } from '@/lib/dashboard/schema/overview'
import { home } from '@/lib/messages/home'
import { cn } from '@/lib/ui/cn'
import { scaleTop } from './compared'

/** A day with any money is seen. */
const LOWEST_BAR_PERCENT = 1
/** Per cent of its place that a bar takes. */
const BAR_SHARE = 0.72

type Props = { days: readonly CollectedDay[]; currency: string }

/**
 * Collected per day as bars: drawn by the server without any library. The pointer or the arrow keys tell one day's
 * figures, a tap until the next one anywhere; a screen reader has the whole as a table.
 */
export function CollectedChart({ days, currency }: Props) {
  const { locale, now } = usePlace()
  const last = days.length - 1
  const [chosen, setChosen] = useState<number | null>(null)
  const bars = useRef<HTMLDivElement>(null)
  const beforeTouch = useRef<number | null>(null)
  useEffect(() => {
    // Lifted elsewhere is a tap elsewhere: what scrolls the page is cancelled and never lifted.
    const lifted = ({ target }: globalThis.PointerEvent) => {
      if (!(target instanceof Node && bars.current?.contains(target))) setChosen(null)
    }
    document.addEventListener('pointerup', lifted)
    return () => document.removeEventListener('pointerup', lifted)
  }, [])
  const at = Math.min(chosen ?? last, last)
  const day = days[at]
  const top = scaleTop(days.map(({ amount }) => amount))
  if (!day) return null
  const payments = home.paymentsCount(day.count, numberFormat(locale).format(day.count))
  const collected = `${formatMajor(day.amount, currency, locale)} ${currency}`

  function point(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const place = Math.floor(((event.clientX - left) / width) * days.length)
    setChosen(Math.max(0, Math.min(last, place)))
  }

  function touch(event: PointerEvent<HTMLElement>) {
    beforeTouch.current = chosen
    point(event)
  }

  function press(event: KeyboardEvent) {
    const next = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: last,
    }
    const to = Object.entries(next).find(([key]) => key === event.key)?.[1]
    if (to === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(last, to)))
  }

  return (
    <div className="flex grow flex-col gap-2">
      <p className="tnum mb-1 flex min-h-5 flex-wrap items-baseline gap-x-2 text-sm" aria-hidden>
        <span className="text-muted">{at === last ? home.today : dayName(day.day, now)}</span>
        <Amount amount={day.amount} currency={currency} className="font-medium" />
        <span className="text-muted">{payments}</span>
      </p>
      <div className="flex h-47 grow gap-2">
        <Scale top={top} />
        <div
          ref={bars}
          role="slider"
          tabIndex={0}
          aria-label={home.chartDay}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at}
          aria-valuetext={home.dayTold(dayName(day.day, now), collected, payments)}
          onPointerMove={point}
          onPointerDown={touch}
          onPointerCancel={() => setChosen(beforeTouch.current)}
          onPointerLeave={({ pointerType }) => (pointerType === 'touch' ? undefined : setChosen(null))}
          onBlur={() => setChosen(null)}
          onKeyDown={press}
          className="min-w-0 grow cursor-crosshair touch-pan-y rounded-sm"
        >
          <Bars days={days} top={top} at={at} />
        </div>
      </div>
      <div aria-hidden className="tnum flex justify-between pl-11 text-muted text-xs">
        {[0, Math.round(last / 2), last].map((index) => (
          <span key={index}>{index === last ? home.today : dayName(days[index]?.day ?? '', now)}</span>
        ))}
      </div>
      <DayTable days={days} currency={currency} />
    </div>
  )
}

/** Two figures are enough to read a height by. */
function Scale({ top }: { top: number }) {
  const { locale } = usePlace()
  const short = numberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 })
  return (
    <div aria-hidden className="tnum relative w-9 shrink-0 text-right text-muted text-xs">
      <span className="absolute top-0 right-0 -translate-y-1/2">{short.format(top)}</span>
      <span className="absolute top-1/2 right-0 -translate-y-1/2">{short.format(top / 2)}</span>
    </div>
  )
}

function Bars({ days, top, at }: { days: readonly CollectedDay[]; top: number; at: number }) {
  const place = 100 / days.length
  return (
    <svg aria-hidden="true" width="100%" height="100%" className="block overflow-visible">
      {[1, 0.5].map((share) => (
        <line
          key={share}
          x1="0"
          x2="100%"
          y1={`${100 * (1 - share)}%`}
          y2={`${100 * (1 - share)}%`}
          className="stroke-border"
          strokeDasharray="2 4"
        />
      ))}
      {days.map(({ day, amount }, index) => {
        const height = amount > 0 ? Math.max(LOWEST_BAR_PERCENT, (amount / top) * 100) : 0
        return (
          <rect
            key={day}
            x={`${index * place + (place * (1 - BAR_SHARE)) / 2}%`}
            width={`${place * BAR_SHARE}%`}
            y={`${100 - height}%`}
            height={`${height}%`}
            rx={2}
            className={cn(
              'transition-[fill-opacity] duration-100',
              index === at ? 'fill-accent' : 'fill-accent/45',
            )}
          />
        )
      })}
      <line x1="0" x2="100%" y1="100%" y2="100%" className="stroke-border-strong" />
    </svg>
  )
}

function DayTable({ days, currency }: Props) {
  const { now } = usePlace()
  return (
    <table className="sr-only">
      <caption>{home.chartTable}</caption>
      <thead>
        <tr>
          <th scope="col">{home.chartDay}</th>
          <th scope="col">{home.collected}</th>
          <th scope="col">{home.chartPayments}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, amount, count }) => (
          <tr key={day}>
            <th scope="row">{dayName(day, now)}</th>
            <td>
              <Amount amount={amount} currency={currency} />
            </td>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
