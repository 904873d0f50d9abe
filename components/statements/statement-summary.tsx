import type { ReactNode } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { Card } from '@/components/ui/card'
import type { Statement } from '@/lib/dashboard/schema/statement'
import { monthName } from '@/lib/domain/calendar-months'
import { numberFormat } from '@/lib/domain/formatters'
import { statements as copy } from '@/lib/messages/statements'
import { times } from '@/lib/messages/times'
import { cn } from '@/lib/ui/cn'

/**
 * Renders opening balance, totals and closing balance of a month as one column that adds up, and the composition of the
 * closing balance.
 */
export function StatementSummary({ statement }: { statement: Statement }) {
  const { locale } = useLocale()
  const { currency, opening, settlements, transfers, closing, rest, unsettled, closed } = statement
  const number = numberFormat(locale)
  const of = (count: number, noun: 'settlement' | 'transfer' | 'payment') =>
    copy.of(number.format(count), count === 1, noun)
  const amount = (major: number) => <Amount amount={major} currency={currency} />
  const title = monthName(statement.month, times.dateLocale)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2 print:grid-cols-2">
      <Card title={closed ? title : `${title}, ${copy.soFar}`}>
        <dl className="flex flex-col">
          <Line name={copy.opening}>{amount(opening)}</Line>
          <Line name={copy.settled} note={of(settlements.count, 'settlement')} sign="+">
            {amount(settlements.gross)}
          </Line>
          <Line name={copy.fees} sign="−">
            {amount(settlements.fees)}
          </Line>
          <Line name={copy.transferred} note={of(transfers.count, 'transfer')} sign="−">
            {amount(transfers.net)}
          </Line>
          <Line name={closed ? copy.closing : copy.closingSoFar} sign="=" strong>
            {amount(closing)}
          </Line>
        </dl>
      </Card>
      <Card title={copy.check.label}>
        <p className="mb-1 text-muted text-sm">{copy.check.consists}</p>
        <dl className="flex flex-col">
          <Line name={copy.check.onItsWay(of(rest.on_its_way.count, 'settlement'))}>
            {amount(rest.on_its_way.net)}
          </Line>
          {rest.debt === 0 ? null : <Line name={copy.check.debt}>{amount(rest.debt)}</Line>}
          {rest.unexplained === 0 ? null : (
            <Line name={copy.check.unexplained}>{amount(rest.unexplained)}</Line>
          )}
          <Line name={closed ? copy.closing : copy.closingSoFar} sign="=" strong>
            {amount(closing)}
          </Line>
        </dl>
        <p className="mt-3 text-muted text-sm">
          {rest.unexplained === 0 ? `${copy.check.allExplained} ` : ''}
          {unsettled.count > 0 ? (
            <>
              {copy.unsettled(of(unsettled.count, 'payment'))}
              {' ('}
              {amount(unsettled.gross)}
              {').'}
            </>
          ) : null}
        </p>
      </Card>
    </div>
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
