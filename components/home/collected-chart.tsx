'use client'

import { useEffect } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { dayName } from '@/components/time/format-time'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import type { CollectedDay } from '@/lib/dashboard/schema/overview'
import { home } from '@/lib/messages/home'

const bars = lazyModule(() => import('./collected-bars').then((module) => module.CollectedBars))

type Props = { days: readonly CollectedDay[]; currency: string }

/**
 * Renders the amounts collected per day: bars that load after the page into a box of fixed height, and the same numbers
 * as a table.
 */
export function CollectedChart({ days, currency }: Props) {
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

function DayTable({ days, currency }: Props) {
  const { now } = useLocale()
  return (
    // The wrapper is hidden instead of the table, whose width follows its cells regardless of its class.
    <div className="sr-only">
      <table>
        <caption>{home.chartTable}</caption>
        <thead>
          <tr>
            <th scope="col">{home.chartDay}</th>
            <th scope="col">{home.collected}</th>
            <th scope="col">{home.chartPayments}</th>
            <th scope="col">{home.before30}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, amount, count, before }) => (
            <tr key={day}>
              <th scope="row">{dayName(day, now)}</th>
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
