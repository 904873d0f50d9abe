import { RowLink } from '@/components/list/columns'
import { Amount } from '@/components/money/amount'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import { monthName } from '@/lib/contract/calendar-months'
import type { StatementMonth } from '@/lib/dashboard/schema/statement'
import { statements as copy } from '@/lib/messages/statements'
import { times } from '@/lib/messages/times'
import { statementHref } from './statements-href'

type Props = { months: readonly StatementMonth[]; currency: string }

/** Every month with its totals, newest first. */
export function MonthsTable({ months, currency }: Props) {
  const headings = [copy.opening, copy.settled, copy.fees, copy.transferred, copy.closing]
  return (
    <section className="flex flex-col gap-3 print:hidden">
      <h2 className="text-lg">{copy.months}</h2>
      <Table label={copy.months}>
        <TableHead>
          <HeadCell>{copy.month}</HeadCell>
          {headings.map((heading) => (
            <HeadCell key={heading} className="text-right">
              {heading}
            </HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {months.map(({ month, opening, settlements, transfers, closing }) => (
            <Row key={month} className="min-h-0">
              <Cell className="@max-2xl:col-span-2">
                <RowLink href={statementHref(month)} copies={month}>
                  {monthName(month, times.dateLocale)}
                </RowLink>
              </Cell>
              {[opening, settlements.gross, settlements.fees, transfers.net, closing].map((amount, index) => (
                <Cell
                  key={headings[index]}
                  className="@max-2xl:col-span-2 @max-2xl:flex @max-2xl:justify-between @max-2xl:gap-3 @2xl:text-right"
                >
                  <span className="text-muted text-sm @2xl:hidden">{headings[index]}</span>
                  <Amount amount={amount} currency={currency} />
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}
