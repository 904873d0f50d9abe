'use client'

import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { dayName, nonBreaking, weekdayName } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import type { Balance } from '@/lib/contract/balance'
import type { BalanceView, NextSettlement } from '@/lib/dashboard/schema/balance'
import { balance as messages } from '@/lib/messages/balance'
import { settlements } from '@/lib/messages/settlements'

const copy = messages.next

/** Renders the next settlement: its day, its period, its net so far, and the day by which its transfer usually leaves. */
export function NextCard({ view: { balance, next, transferTimes } }: { view: BalanceView }) {
  return (
    <Card id="next-settlement" title={copy.title}>
      {next ? <Next next={next} balance={balance} /> : <p className="text-muted">{copy.unknown}</p>}
      <p className="mt-3 border-t pt-3 text-muted text-sm">
        {transferTimes
          ? settlements.detail.usually(transferTimes.earliest, transferTimes.usual)
          : copy.noTimes}
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
        {first === last ? copy.covers(named(first)) : copy.coversSpan(named(first), named(last))}
      </p>
      {isEmpty ? (
        <p className="mt-3 text-muted text-sm">{copy.nothing}</p>
      ) : (
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          <dt className="text-muted">{copy.net}</dt>
          <dd className="tnum text-right font-medium">
            {net !== null && balance ? (
              <Amount amount={net} currency={balance.currency} />
            ) : (
              <span className="font-normal text-muted">{copy.netUnknown}</span>
            )}
          </dd>
          {arrives ? (
            <>
              <dt className="text-muted">{copy.arrives}</dt>
              <dd className="tnum text-right">{weekdayName(arrives)}</dd>
            </>
          ) : null}
        </dl>
      )}
      {net !== null && !isEmpty ? (
        <p className="mt-1.5 text-muted text-xs">
          {net <= 0 ? copy.debt : isDue ? copy.netDue : copy.netHint}
        </p>
      ) : null}
    </>
  )
}
