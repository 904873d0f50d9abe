import { RowLink } from '@/components/list/columns'
import { Amount } from '@/components/money/amount'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import type { StatementMonth } from '@/lib/dashboard/schema/statement'
import { monthName } from '@/lib/domain/calendar-months'
import { statements as copy } from '@/lib/messages/statements'
import { times } from '@/lib/messages/times'
import { cn } from '@/lib/ui/cn'
import { statementHref } from './queries'

/** Totals of a month. Some are shown in wide tables and cards only. */
const sums: readonly { label: string; isWide?: true; of: (month: StatementMonth) => number }[] = [
  { label: copy.opening, isWide: true, of: ({ opening }) => opening },
  { label: copy.settled, of: ({ settlements }) => settlements.gross },
  { label: copy.fees, isWide: true, of: ({ settlements }) => settlements.fees },
  { label: copy.transferred, of: ({ transfers }) => transfers.net },
  { label: copy.closing, of: ({ closing }) => closing },
]

type Props = { months: readonly StatementMonth[]; currency: string }

/** Renders every month with its totals, newest first. */
export function MonthsTable({ months, currency }: Props) {
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
                  className={cn(
                    '@max-2xl:col-span-2 @max-2xl:flex @max-2xl:justify-between @max-2xl:gap-3 @2xl:text-right',
                    isWide && '@2xl:hidden @4xl:table-cell',
                  )}
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
