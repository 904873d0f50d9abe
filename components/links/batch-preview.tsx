'use client'

import { Check, CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import { formatMajor, toMajor, toMinor } from '@/lib/contract/money'
import { linkBatches } from '@/lib/messages/link-batches'
import { cn } from '@/lib/ui/cn'
import type { TableRow } from './read-table'

const words = linkBatches
/** A browser draws these at once on a cheap phone; rows with mistakes are the last to be left out. */
const SHOWN_MAX = 100

type Props = {
  rows: readonly TableRow[]
  currency: string
  action: (label: string, ready: boolean) => ReactNode
}

/** Every row as it will become a link, in the order of its file. */
export function BatchPreview({ rows, currency, action }: Props) {
  const { locale } = usePlace()
  const [wrongOnly, setWrongOnly] = useState(false)
  const number = new Intl.NumberFormat(locale)
  const wrong = rows.filter(({ input }) => input === null)
  const ready = wrongOnly ? [] : rows.filter(({ input }) => input !== null)
  const shown = [...wrong, ...ready].slice(0, SHOWN_MAX).sort((one, other) => one.row - other.row)
  const hidden = wrong.length + ready.length - shown.length
  const count = number.format(rows.length)
  const sum = totalOf(rows, currency)
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div role="status">
          <p className="font-semibold text-lg">
            {wrong.length === 0
              ? words.ready(words.rows(count, rows.length === 1))
              : words.needCorrection(number.format(wrong.length), wrong.length === 1)}
          </p>
          {sum === null ? null : (
            <p className="text-muted text-sm">
              {words.total(`${formatMajor(sum, currency, locale)} ${currency}`)}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {wrong.length > 0 ? (
            <label className="hit flex items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={wrongOnly}
                onChange={(event) => setWrongOnly(event.target.checked)}
                className="size-4 accent-accent"
              />
              {words.wrongOnly}
            </label>
          ) : null}
          {wrong.length > 0
            ? action(words.correctFirst(number.format(wrong.length), wrong.length === 1), false)
            : action(words.start(count, rows.length === 1), true)}
        </div>
      </div>
      <Table label={words.title}>
        <TableHead>
          <HeadCell className="w-16">{words.row}</HeadCell>
          <HeadCell>{words.name}</HeadCell>
          <HeadCell className="text-right">{words.amount}</HeadCell>
          <HeadCell className="text-right">{words.uses}</HeadCell>
          <HeadCell>{words.ends}</HeadCell>
          <HeadCell>{words.state}</HeadCell>
        </TableHead>
        <TableBody>
          {shown.map((row) => (
            <PreviewRow key={row.row} row={row} currency={currency} />
          ))}
        </TableBody>
      </Table>
      {hidden > 0 ? <p className="text-muted text-sm">{words.hiddenRows(number.format(hidden))}</p> : null}
    </section>
  )
}

function PreviewRow({ row, currency }: { row: TableRow; currency: string }) {
  const { locale } = usePlace()
  const number = new Intl.NumberFormat(locale)
  const { input, cells, problems } = row
  const elsewhere = Object.entries(problems).filter(([column]) => !shownColumns.has(column))
  return (
    <Row className={cn('grid-cols-[auto_1fr_auto] @2xl:align-top', !input && 'bg-danger-soft/40')}>
      <Cell className="tnum text-muted text-sm">{number.format(row.row)}</Cell>
      <Cell>
        <span dir="auto" className="wrap-anywhere line-clamp-2 font-medium @2xl:max-w-80" title={cells.title}>
          {cells.title}
        </span>
        <Problem message={problems.title} />
      </Cell>
      {/* On a card its mistake takes a line of its own, at the left as all of them. */}
      <Cell className="contents @2xl:table-cell @2xl:text-right">
        {input ? (
          <Amount amount={input.amount} currency={currency} />
        ) : (
          <span className="tnum wrap-anywhere">{cells.amount}</span>
        )}
        <Problem message={problems.amount} className="col-span-3" />
      </Cell>
      <Cell className="col-span-3 text-muted text-sm @2xl:text-right">
        <span className="@2xl:hidden">{words.uses}: </span>
        {input ? (input.max_uses === null ? words.unlimited : number.format(input.max_uses)) : cells.max_uses}
        <Problem message={problems.max_uses} />
      </Cell>
      <Cell className="col-span-3 text-muted text-sm">
        <span className="@2xl:hidden">{words.ends}: </span>
        {input?.expires_at ? (
          <DateTime iso={input.expires_at} variant="row" />
        ) : input ? (
          words.noEnd
        ) : (
          cells.expires_at || words.noEnd
        )}
        <Problem message={problems.expires_at} />
      </Cell>
      <Cell className="col-span-3 text-sm">
        {input ? (
          <Badge tone="success" icon={<Check aria-hidden strokeWidth={2.5} />}>
            {words.fine}
          </Badge>
        ) : (
          <Badge tone="danger" icon={<CircleAlert aria-hidden strokeWidth={2.5} />}>
            {words.wrong}
          </Badge>
        )}
        {elsewhere.map(([column, message]) => (
          <Problem key={column} message={column === 'row' ? message : `${column}: ${message}`} />
        ))}
      </Cell>
    </Row>
  )
}

/** Columns with a place of their own in the preview; what is wrong with another stands beside the row's state. */
const shownColumns: ReadonlySet<string> = new Set(['title', 'amount', 'max_uses', 'expires_at'])

function Problem({ message, className }: { message: string | undefined; className?: string }) {
  return message ? (
    <span className={cn('block font-medium text-danger text-xs', className)}>{message}</span>
  ) : null
}

/** The sum in major units; null while a row is wrong. Added in minor units, as all money is. */
function totalOf(rows: readonly TableRow[], currency: string): number | null {
  let sum = 0
  for (const { input } of rows) {
    const minor = input ? toMinor(input.amount, currency) : null
    if (!minor?.ok) return null
    sum += minor.minor
  }
  return toMajor(sum, currency)
}
