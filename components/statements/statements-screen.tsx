'use client'

import type { ReactNode } from 'react'
import { QueryFallback } from '@/components/data/query-fallback'
import { useRead } from '@/components/data/read'
import { DownloadMenu } from '@/components/exports/export-buttons'
import { RowLink } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { useAccount, useGo } from '@/components/navigation/use-go'
import { shortTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/input'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { Statement, StatementLine, StatementMonth, Statements } from '@/lib/dashboard/schema/statement'
import { dayIn } from '@/lib/domain/calendar-days'
import { monthName } from '@/lib/domain/calendar-months'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor } from '@/lib/domain/money'
import { statements as copy } from '@/lib/messages/statements'
import { times } from '@/lib/messages/times'
import { cn } from '@/lib/ui/cn'

/** Renders the totals of all months, and the statement of one: opening, movements, closing and their check. */
export function StatementsScreen({ filter: { month } }: { filter: { month?: string | undefined } }) {
  const query = useRead('settlements/list/statements', { month })
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
      <MonthsTable months={months} currency={currency} />
      <MonthBar {...query.data} />
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
    </div>
  )
}

/** Renders the choice of the month and the formats of its statement. */
function MonthBar({ months, statement }: Statements) {
  const account = useAccount()
  const go = useGo()
  const current = statement?.month ?? ''
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
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
      {statement ? (
        <DownloadMenu
          request={{ kind: 'statement', input: { month: current } }}
          lines={statement.settlements.count + statement.transfers.count}
          csvHref={accountPath(account, `/exports/statement/export?month=${current}`)}
        />
      ) : null}
    </div>
  )
}

/** Totals of a month. Some are shown in wide tables only. */
const sums: readonly { label: string; isWide?: true; of: (month: StatementMonth) => number }[] = [
  { label: copy.opening, isWide: true, of: ({ opening }) => opening },
  { label: copy.settled, of: ({ settlements }) => settlements.gross },
  { label: copy.fees, isWide: true, of: ({ settlements }) => settlements.fees },
  { label: copy.transferred, of: ({ transfers }) => transfers.net },
  { label: copy.closing, of: ({ closing }) => closing },
]

type MonthsProps = { months: readonly StatementMonth[]; currency: string }

/** Renders every month with its totals, newest first. */
function MonthsTable({ months, currency }: MonthsProps) {
  return (
    <section className="flex flex-col gap-3 print:hidden">
      <h2 className="text-lg">{copy.months}</h2>
      <Table label={copy.months}>
        <TableHead>
          <HeadCell>{copy.month}</HeadCell>
          {sums.map(({ label, isWide }) => (
            <HeadCell key={label} className={cn('text-right', isWide && 'hidden @4xl:table-cell')}>
              {label}
            </HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {months.map((month) => (
            <Row key={month.month} className="min-h-0">
              <Cell className="@max-2xl:col-span-2">
                <RowLink href={statementHref(month.month)} copies={month.month}>
                  {monthName(month.month, times.dateLocale)}
                </RowLink>
              </Cell>
              {sums.map(({ label, isWide, of }) => (
                <Cell
                  key={label}
                  className={
                    isWide
                      ? 'hidden text-right @4xl:table-cell'
                      : '@max-2xl:col-span-2 @max-2xl:flex @max-2xl:justify-between @2xl:text-right'
                  }
                >
                  <span className="text-muted text-sm @2xl:hidden">{label}</span>
                  <Amount amount={of(month)} currency={currency} />
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}

const { columns } = copy

/** Renders the movements of a month with the balance after each, or a link to the file of a month with too many. */
function StatementMovements({ statement }: { statement: Statement }) {
  const { locale, timeZone } = useLocale()
  const { lines, currency, settlements, transfers } = statement
  if (lines === null) {
    const count = numberFormat(locale).format(settlements.count + transfers.count)
    return <Banner tone="info" title={copy.tooMany(count)} />
  }
  if (lines.length === 0) return <p className="text-muted">{copy.noMovements}</p>
  return (
    <Table label={copy.movements}>
      <TableHead>
        <HeadCell className="w-32 min-w-32">{columns.date}</HeadCell>
        <HeadCell>{columns.movement}</HeadCell>
        <HeadCell className="text-right">{columns.effect}</HeadCell>
        <HeadCell className="text-right">{columns.balance}</HeadCell>
      </TableHead>
      <TableBody>
        {rowsOf(lines, timeZone).map(({ line, transfer }) => (
          <MovementRow
            key={`${line.kind} ${line.settlement_id}`}
            line={line}
            transfer={transfer}
            currency={currency}
          />
        ))}
      </TableBody>
    </Table>
  )
}

type MovementProps = { line: StatementLine; transfer: StatementLine | null }

/** Joins a settlement and its transfer of the same day, if nothing moved between them. */
function rowsOf(lines: readonly StatementLine[], timeZone: string): MovementProps[] {
  const rows: MovementProps[] = []
  const day = ({ at }: StatementLine) => dayIn(Date.parse(at), timeZone)
  for (const line of lines) {
    const last = rows.at(-1)
    const isSame = last?.line.settlement_id === line.settlement_id && day(last.line) === day(line)
    if (last && isSame) last.transfer = line
    else rows.push({ line, transfer: null })
  }
  return rows
}

/** Renders a movement, and a settlement's transfer of the same day below it; the balance is that after both. */
function MovementRow({ line, transfer, currency }: MovementProps & { currency: string }) {
  const { timeZone, now } = useLocale()
  const href = `/balance/settlements/${encodeURIComponent(line.settlement_id)}`
  return (
    <Row className="min-h-0">
      <Cell className="tnum whitespace-nowrap text-muted text-sm">
        {line.undated ? null : <time dateTime={line.at}>{shortTime(line.at, timeZone, now)}</time>}
      </Cell>
      <Cell className="@max-2xl:col-span-2 @max-2xl:row-start-1">
        <RowLink href={href} copies={line.reference ?? line.settlement_id} className="wrap-anywhere">
          <LineName line={line} />
        </RowLink>
        <LineNotes line={line} currency={currency} />
        {transfer ? (
          <span className="block text-muted text-xs">
            <LineName line={transfer} />
          </span>
        ) : null}
      </Cell>
      <Cell className="text-right @max-2xl:justify-self-end">
        <Amount amount={line.effect} currency={currency} className={line.effect < 0 ? '' : 'font-medium'} />
        {transfer ? (
          <Amount amount={transfer.effect} currency={currency} className="block text-muted text-sm" />
        ) : null}
      </Cell>
      <Cell className="text-right text-sm @max-2xl:col-span-2">
        <span className="text-muted @2xl:hidden">{columns.balance} </span>
        <Amount amount={(transfer ?? line).balance} currency={currency} className="text-muted" />
      </Cell>
    </Row>
  )
}

function LineName({ line: { kind, payments, reference } }: { line: StatementLine }) {
  const { locale } = useLocale()
  if (kind === 'transfer') return reference === null ? copy.transfer : copy.transferOf(reference)
  return copy.settlement(copy.of(numberFormat(locale).format(payments), payments === 1, 'payment'))
}

/** Renders the parts of a settlement's change, and the difference from its transfer. */
function LineNotes({ line, currency }: { line: StatementLine; currency: string }) {
  const { locale } = useLocale()
  const money = (major: number) => `${formatMajor(major, currency, locale).replace('-', '−')} ${currency}`
  const plain = (major: number) => formatMajor(major, currency, locale)
  const isSettlement = line.kind === 'settlement'
  const notes = [
    isSettlement
      ? copy.grossFees(plain(line.gross), plain(line.fees)) +
        (line.refunds === 0 ? '' : copy.andRefunds(plain(line.refunds))) +
        (line.disputes === 0 ? '' : copy.andDisputes(plain(line.disputes)))
      : null,
    isSettlement && line.status === 'DEBT' ? copy.becameDebt : null,
    isSettlement && line.debt !== 0 ? copy.debtTaken(money(line.debt)) : null,
    line.unexplained === 0 ? null : copy.notExplained(money(line.unexplained)),
    line.undated ? copy.undated : null,
  ].filter((note) => note !== null)
  return notes.map((note) => (
    <span key={note} className="block text-muted text-xs">
      {note}
    </span>
  ))
}

/**
 * Renders opening balance, totals and closing balance of a month as one column that adds up, and the composition of the
 * closing balance.
 */
function StatementSummary({ statement }: { statement: Statement }) {
  const { locale } = useLocale()
  const { currency, opening, settlements, transfers, closing, rest, unsettled, closed } = statement
  const number = numberFormat(locale)
  const of = (count: number, noun: 'settlement' | 'transfer' | 'payment') =>
    copy.of(number.format(count), count === 1, noun)
  const amount = (major: number) => <Amount amount={major} currency={currency} />
  const title = monthName(statement.month, times.dateLocale)
  return (
    <Card
      className={cn('grid items-start gap-x-12 gap-y-6', closing !== 0 && 'lg:grid-cols-2 print:grid-cols-2')}
    >
      <div>
        {/* On screen the month stands in the choice above. */}
        <h2 className="mb-2 hidden text-lg print:block">{closed ? title : `${title}, ${copy.soFar}`}</h2>
        <dl className="flex flex-col">
          <Line name={copy.opening}>{amount(opening)}</Line>
          <Line name={copy.settled} note={of(settlements.count, 'settlement')} sign="+">
            {amount(settlements.gross)}
          </Line>
          <Line name={copy.fees} sign="−">
            {amount(settlements.fees)}
          </Line>
          {(['refunds', 'disputes'] as const).map((kind) =>
            settlements[kind] === 0 ? null : (
              <Line key={kind} name={copy[kind]} sign="−">
                {amount(settlements[kind])}
              </Line>
            ),
          )}
          <Line name={copy.transferred} note={of(transfers.count, 'transfer')} sign="−">
            {amount(transfers.net)}
          </Line>
          <Line name={closed ? copy.closing : copy.closingSoFar} sign="=" strong>
            {amount(closing)}
          </Line>
        </dl>
        {unsettled.count > 0 ? (
          <p className="mt-2 text-muted text-sm">
            {copy.unsettled(of(unsettled.count, 'payment'))}
            {' ('}
            {amount(unsettled.gross)}
            {').'}
          </p>
        ) : null}
      </div>
      {closing === 0 ? null : (
        <div>
          <h2 className="py-2 font-normal text-base text-muted">{copy.check.consists}</h2>
          <dl className="flex flex-col">
            <Line name={copy.check.onItsWay(of(rest.on_its_way.count, 'settlement'))}>
              {amount(rest.on_its_way.net)}
            </Line>
            {rest.debt === 0 ? null : <Line name={copy.check.debt}>{amount(rest.debt)}</Line>}
            {rest.unexplained === 0 ? null : (
              <Line name={copy.check.unexplained}>{amount(rest.unexplained)}</Line>
            )}
          </dl>
        </div>
      )}
    </Card>
  )
}

type LineProps = { name: string; note?: string; sign?: string; strong?: boolean; children: ReactNode }

function Line({ name, note, sign, strong = false, children }: LineProps) {
  return (
    <div
      className={cn(
        'flex items-baseline justify-between gap-3 border-border/70 border-t py-2 first:border-t-0',
        strong && 'border-border-strong font-semibold',
      )}
    >
      <dt className="min-w-0">
        {name}
        {note ? <span className="text-muted text-sm"> · {note}</span> : null}
      </dt>
      <dd className="shrink-0 text-right">
        {sign ? <span className="text-muted">{sign} </span> : null}
        {children}
      </dd>
    </div>
  )
}

/** Returns the address of a month's statement. */
function statementHref(month: string): string {
  return `/balance/statements?month=${month}`
}
