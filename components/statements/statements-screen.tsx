'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { QueryFallback } from '@/components/data/query-fallback'
import { ExportButtons, type StartExport } from '@/components/exports/export-buttons'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { useGo } from '@/components/shell/navigation/use-go'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/select'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { Statements } from '@/lib/dashboard/schema/statement'
import { monthName } from '@/lib/domain/calendar-months'
import { statements as copy } from '@/lib/messages/statements'
import { times } from '@/lib/messages/times'
import { MonthsTable } from './months-table'
import { statementHref, statementsQuery } from './queries'
import { StatementMovements } from './statement-movements'
import { StatementSummary } from './statement-summary'

type Props = {
  month: string | undefined
  /** Null for a role that may not export. */
  startExport: StartExport | null
}

/** Renders a month's statement: opening, movements, closing and their check, and below it the totals of all months. */
export function StatementsScreen({ month, startExport }: Props) {
  const query = useQuery(statementsQuery(useAccount(), month))
  if (!query.data) return <QueryFallback query={query} label={copy.title} />
  const { months, statement, currency } = query.data
  if (months.length === 0)
    return (
      <EmptyState kind="none" title={copy.none}>
        {copy.noneHint}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-6">
      <MonthBar {...query.data} startExport={startExport} />
      {statement ? (
        <section
          aria-label={copy.region(monthName(statement.month, times.dateLocale))}
          className="flex flex-col gap-4"
        >
          <StatementSummary statement={statement} />
          <StatementMovements statement={statement} />
        </section>
      ) : (
        <EmptyState kind="nomatch" title={copy.unknownMonth}>
          {copy.unknownMonthHint}
        </EmptyState>
      )}
      <MonthsTable months={months} currency={currency} />
    </div>
  )
}

/** Renders the choice of the month and the formats of its statement. */
function MonthBar({ months, statement, startExport }: Statements & Pick<Props, 'startExport'>) {
  const account = useAccount()
  const go = useGo()
  const current = statement?.month ?? ''
  // The months are sorted newest first.
  const index = months.findIndex(({ month }) => month === current)
  const older = index === -1 ? undefined : months[index + 1]?.month
  const newer = months[index - 1]?.month
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
      <div className="flex min-w-0 items-center gap-1.5">
        <Step label={copy.older} month={older} Icon={ChevronLeft} />
        <Select
          aria-label={copy.month}
          value={current}
          onChange={(event) => go(statementHref(event.target.value), { scroll: false })}
        >
          {statement ? null : <option value="">{copy.month}</option>}
          {months.map(({ month }) => (
            <option key={month} value={month}>
              {monthName(month, times.dateLocale)}
            </option>
          ))}
        </Select>
        <Step label={copy.newer} month={newer} Icon={ChevronRight} />
      </div>
      {statement ? (
        <div className="flex flex-wrap gap-2">
          {startExport ? (
            <ExportButtons
              request={{ kind: 'statement', input: { month: current } }}
              start={startExport}
              lines={statement.settlements.count + statement.transfers.count}
              csvHref={accountPath(account, `/exports/statement/export?month=${current}`)}
            />
          ) : null}
          <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
            {copy.print}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

type StepProps = { label: string; month: string | undefined; Icon: typeof ChevronLeft }

/** Renders the link to an adjacent month. Without one its space stays reserved, so the select does not move. */
function Step({ label, month, Icon }: StepProps) {
  const icon = <Icon aria-hidden className="size-4" />
  if (month === undefined)
    return (
      <Button variant="quiet" size="icon" aria-label={label} disabled>
        {icon}
      </Button>
    )
  return (
    <Button asChild variant="quiet" size="icon">
      <PageLink href={statementHref(month)} aria-label={label} scroll={false}>
        {icon}
      </PageLink>
    </Button>
  )
}
