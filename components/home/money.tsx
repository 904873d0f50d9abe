'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { balanceQuery } from '@/components/balance/queries'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { useAccount } from '@/components/navigation/use-go'
import { dayName, shortTime } from '@/components/time/format-time'
import { balance as balanceCopy } from '@/lib/messages/balance'
import { home } from '@/lib/messages/home'

/**
 * Renders the balance's figures and the next settlement as links to the balance. Renders nothing if the host never
 * responded.
 */
export function Money() {
  const { timeZone, now } = useLocale()
  const { data } = useQuery(balanceQuery(useAccount()))
  if (!data?.balance) return null
  const { balance, next, at, problem } = data
  const { available, in_transit: inTransit, paid_out: paidOut, currency } = balance
  return (
    <section aria-label={home.balance} className="flex flex-col gap-1.5">
      <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-lg bg-border/70 shadow-card sm:grid-cols-2 xl:grid-cols-4">
        <Cell href="/balance#available" name={balanceCopy.figures.available}>
          <Amount amount={available.net_amount} currency={currency} />
        </Cell>
        <Cell href="/balance?status=PENDING" name={balanceCopy.figures.in_transit}>
          <Amount amount={inTransit} currency={currency} />
        </Cell>
        <Cell href="/balance?status=PAID" name={balanceCopy.figures.paid_out}>
          <Amount amount={paidOut} currency={currency} />
        </Cell>
        {next ? (
          <Cell href="/balance#next-settlement" name={home.nextSettlement(dayName(next.made, now))}>
            {next.net === null ? '–' : <Amount amount={next.net} currency={currency} />}
          </Cell>
        ) : null}
      </ul>
      {problem && at ? (
        <p role="status" className="text-sm text-warning">
          {balanceCopy.asOf} {shortTime(at, timeZone, now)}; {balanceCopy.asOfBecause[problem.code]}
        </p>
      ) : null}
    </section>
  )
}

function Cell({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  return (
    <li className="bg-surface">
      <PageLink
        href={href}
        className="flex h-full items-baseline justify-between gap-x-4 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2 sm:flex-col sm:px-5"
      >
        <span className="text-muted text-sm">{name}</span>
        <span className="tnum font-semibold text-lg">{children}</span>
      </PageLink>
    </li>
  )
}
