import { RowLink } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { shortTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import type { Statement, StatementLine } from '@/lib/dashboard/schema/statement'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor } from '@/lib/domain/money'
import { statements as copy } from '@/lib/messages/statements'

const { columns } = copy

/** Renders the movements of a month with the balance after each, or a link to the file of a month with too many. */
export function StatementMovements({ statement }: { statement: Statement }) {
  const { locale } = useLocale()
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
        {lines.map((line) => (
          <MovementRow key={`${line.kind} ${line.settlement_id}`} line={line} currency={currency} />
        ))}
      </TableBody>
    </Table>
  )
}

function MovementRow({ line, currency }: { line: StatementLine; currency: string }) {
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
      </Cell>
      <Cell className="text-right @max-2xl:justify-self-end">
        <Amount amount={line.effect} currency={currency} className={line.effect < 0 ? '' : 'font-medium'} />
      </Cell>
      <Cell className="text-right text-sm @max-2xl:col-span-2">
        <span className="text-muted @2xl:hidden">{columns.balance} </span>
        <Amount amount={line.balance} currency={currency} className="text-muted" />
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
    isSettlement ? copy.grossFees(plain(line.gross), plain(line.fees)) : null,
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
