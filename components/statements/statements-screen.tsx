'use client'

import { useRead } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { DownloadMenu } from '@/components/exports/export-buttons'
import { RowLink } from '@/components/list/columns'
import { Amount } from '@/components/money/amount'
import { useGo } from '@/components/navigation/use-go'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { useTimes } from '@/components/time/times'
import { Banner } from '@/components/ui/banner'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/input'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import type { StatementLine } from '@/lib/dashboard/statements/movements'
import { formatMajor } from '@/lib/domain/money'
import { type SumLine, sumsOf } from '@/lib/messages/statement-sums'
import type { ReadData } from '@/lib/reads'
import { cn } from '@/lib/ui/cn'

type Statements = ReadData<'settlements/list/statements'>
type Statement = NonNullable<Statements['statement']>

export function StatementsScreen({ filter: { month } }: { filter: { month?: string | undefined } }) {
  const t = useTexts()
  const { monthName } = useTimes()
  const query = useRead('settlements/list/statements', { month })
  if (!query.data) return <QueryFallback query={query} label={t('statements.title')} />
  const { months, statement } = query.data
  if (months.length === 0)
    return (
      <EmptyState kind="none" title={t('statements.none')}>
        {t('statements.noneHint')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-6">
      <MonthBar {...query.data} />
      {statement ? (
        <section
          aria-label={t('statements.region', { month: monthName(statement.month) })}
          className="flex flex-col gap-4"
        >
          <StatementSummary statement={statement} />
          <StatementMovements statement={statement} />
        </section>
      ) : (
        <EmptyState kind="nomatch" title={t('statements.unknownMonth')}>
          {t('statements.unknownMonthHint')}
        </EmptyState>
      )}
    </div>
  )
}

function MonthBar({ months, statement }: Statements) {
  const t = useTexts()
  const { monthName } = useTimes()
  const go = useGo()
  const current = statement?.month ?? ''
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
      <Select
        aria-label={t('statements.month')}
        value={current}
        onChange={(event) => go(statementHref(event.target.value), { scroll: false })}
      >
        {statement ? null : <option value="">{t('statements.month')}</option>}
        {months.map(({ month }) => (
          <option key={month} value={month}>
            {monthName(month)}
          </option>
        ))}
      </Select>
      {statement ? (
        <DownloadMenu
          request={{ kind: 'statement', input: { month: current } }}
          lines={statement.settlements + statement.transfers}
        />
      ) : null}
    </div>
  )
}

function StatementMovements({ statement }: { statement: Statement }) {
  const t = useTexts()
  const { lines, currency, settlements, transfers } = statement
  if (lines === null)
    return <Banner tone="info" title={t('statements.tooMany', { count: settlements + transfers })} />
  if (lines.length === 0) return <p className="text-muted">{t('statements.noMovements')}</p>
  return (
    <Table label={t('statements.movements')}>
      <TableHead>
        <HeadCell className="w-32 min-w-32">{t('statements.columns.date')}</HeadCell>
        <HeadCell>{t('statements.columns.movement')}</HeadCell>
        <HeadCell className="text-right">{t('statements.columns.effect')}</HeadCell>
        <HeadCell className="text-right">{t('statements.columns.balance')}</HeadCell>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <MovementRow key={`${line.kind} ${line.settlement_id}`} line={line} currency={currency} />
        ))}
      </TableBody>
    </Table>
  )
}

type MovementProps = { line: StatementLine; currency: string }

function MovementRow({ line, currency }: MovementProps) {
  const t = useTexts()
  const { shortTime } = useTimes()
  const { settlement_id: id, reference, payments, effect } = line
  return (
    <Row className="min-h-0">
      <Cell className="tnum whitespace-nowrap text-muted text-sm">
        {line.undated ? null : <time dateTime={line.at}>{shortTime(line.at)}</time>}
      </Cell>
      <Cell className="@max-2xl:col-span-2 @max-2xl:row-start-1">
        <RowLink
          href={`/balance/settlements/${encodeURIComponent(id)}`}
          copies={reference ?? id}
          className="wrap-anywhere"
        >
          {payments === null
            ? reference === null
              ? t('statements.kinds.transfer')
              : t('statements.transferOf', { reference })
            : t('statements.settlement', { count: payments })}
        </RowLink>
        <LineNotes line={line} currency={currency} />
      </Cell>
      <Cell className="text-right @max-2xl:justify-self-end">
        <Amount amount={effect} currency={currency} className={effect < 0 ? '' : 'font-medium'} />
      </Cell>
      <Cell className="text-right text-sm @max-2xl:col-span-2">
        <span className="text-muted @2xl:hidden">{t('statements.columns.balance')} </span>
        <Amount amount={line.balance} currency={currency} className="text-muted" />
      </Cell>
    </Row>
  )
}

function LineNotes({ line, currency }: MovementProps) {
  const t = useTexts()
  const { locale } = useLocale()
  const { gross, debt, unexplained } = line
  const money = (major: number) => `${plain(major).replace('-', '−')} ${currency}`
  const plain = (major: number | null) => formatMajor(major ?? 0, currency, locale)
  const terms = (['gross', 'fees', 'refunds', 'disputes'] as const).filter(
    (key) => key === 'gross' || key === 'fees' || line[key],
  )
  const notes = [
    gross === null
      ? null
      : terms.map((key) => t(`statements.terms.${key}`, { amount: plain(line[key]) })).join(' − '),
    line.status === 'DEBT' ? t('statements.becameDebt') : null,
    debt ? t('statements.debtTaken', { amount: money(debt) }) : null,
    unexplained ? t('statements.notExplained', { amount: money(unexplained) }) : null,
    line.undated ? t('statements.undated') : null,
  ].filter((note) => note !== null)
  return notes.map((note) => (
    <span key={note} className="block text-muted text-xs">
      {note}
    </span>
  ))
}

function StatementSummary({ statement }: { statement: Statement }) {
  const t = useTexts()
  const { currency, closing, closed } = statement
  const { sums, parts, unsettled } = sumsOf(statement, t)
  const month = useTimes().monthName(statement.month)
  return (
    <Card
      className={cn('grid items-start gap-x-12 gap-y-6', closing !== 0 && 'lg:grid-cols-2 print:grid-cols-2')}
    >
      <div>
        {/* On screen the month stands in the choice above. */}
        <h2 className="mb-2 hidden text-lg print:block">
          {closed ? month : t('statements.soFar', { month })}
        </h2>
        <Lines lines={sums} currency={currency} />
        {unsettled ? (
          <p className="mt-2 text-muted text-sm">
            {`${unsettled} (`}
            <Amount amount={statement.unsettled.gross} currency={currency} />
            {').'}
          </p>
        ) : null}
      </div>
      {closing === 0 ? null : (
        <div>
          <h2 className="py-2 font-normal text-base text-muted">{t('statements.check.consists')}</h2>
          <Lines lines={parts} currency={currency} />
        </div>
      )}
    </Card>
  )
}

function Lines({ lines, currency }: { lines: readonly SumLine[]; currency: string }) {
  return (
    <dl className="flex flex-col">
      {lines.map(({ name, amount, sign, note }) => (
        <div
          key={name}
          className={cn(
            'flex items-baseline justify-between gap-3 border-border/70 border-t py-2 first:border-t-0',
            sign === '=' && 'border-border-strong font-semibold',
          )}
        >
          <dt className="min-w-0">
            {name}
            {note ? <span className="text-muted text-sm"> · {note}</span> : null}
          </dt>
          <dd className="shrink-0 text-right">
            {sign ? <span className="text-muted">{sign} </span> : null}
            <Amount amount={amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function statementHref(month: string): string {
  return `/balance/statements?month=${month}`
}
