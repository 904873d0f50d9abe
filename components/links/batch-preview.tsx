'use client'

import { Check, CircleAlert } from 'lucide-react'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/checkbox'
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
  const boxId = useId()
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
            <label htmlFor={boxId} className="hit flex cursor-pointer items-center gap-2.5 text-sm">
              <Checkbox
                id={boxId}
                checked={wrongOnly}
                onChange={(event) => setWrongOnly(event.target.checked)}
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
          <HeadCell className="w-14 min-w-14">{words.row}</HeadCell>
          <HeadCell>{words.name}</HeadCell>
          <HeadCell className="w-32 min-w-32 text-right">{words.amount}</HeadCell>
          <HeadCell className="w-24 min-w-24 text-right">{words.uses}</HeadCell>
          <HeadCell className="w-38 min-w-38">{words.ends}</HeadCell>
          <HeadCell className="w-30 min-w-30">{words.state}</HeadCell>
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

type RowProps = { row: TableRow; currency: string }

/** One row: what could be read as it will be shown, the rest as it was typed; what is wrong stands in a line of its own. */
function PreviewRow({ row, currency }: RowProps) {
  const { locale } = usePlace()
  const number = new Intl.NumberFormat(locale)
  const { input, cells, problems, values } = row
  const wrong = Object.entries(problems).map(([column, problem]) => ({
    column,
    text: column === 'row' ? problem : words.problemOf(columnNames.get(column) ?? column, problem),
  }))
  const cell = (column: string) =>
    problems[column]
      ? { 'aria-describedby': problemId(row, column), className: cn(placed, 'bg-danger-soft') }
      : { className: placed }
  const typed = (column: string) => <span className="wrap-anywhere">{cells[column] || words.missing}</span>
  return (
    <>
      <Row className={cn('grid-cols-[auto_1fr_auto]', wrong.length > 0 && '@2xl:hover:bg-transparent')}>
        <Cell className={cn(placed, 'tnum text-muted text-sm')}>{number.format(row.row)}</Cell>
        <Cell {...cell('title')} className={cn(cell('title').className, '@2xl:w-[99%] @2xl:min-w-28')}>
          <span dir="auto" className="wrap-anywhere line-clamp-2 font-medium" title={cells.title}>
            {cells.title || words.missing}
          </span>
        </Cell>
        <Cell {...cell('amount')} className={cn(cell('amount').className, 'text-right')}>
          {values.amount === undefined ? (
            typed('amount')
          ) : (
            <Amount amount={values.amount} currency={currency} />
          )}
        </Cell>
        <Cell {...cell('max_uses')} className={cn(cell('max_uses').className, quiet, '@2xl:text-right')}>
          <span className="@2xl:hidden">{words.uses}: </span>
          {values.max_uses === undefined
            ? typed('max_uses')
            : values.max_uses === null
              ? words.unlimited
              : number.format(values.max_uses)}
        </Cell>
        <Cell {...cell('expires_at')} className={cn(cell('expires_at').className, quiet)}>
          <span className="@2xl:hidden">{words.ends}: </span>
          {values.expires_at === undefined ? (
            typed('expires_at')
          ) : values.expires_at === null ? (
            words.noEnd
          ) : (
            <DateTime iso={values.expires_at} variant="row" />
          )}
        </Cell>
        <Cell className={cn(placed, 'col-span-3 text-sm @2xl:py-2.5')}>
          {input ? (
            <Badge tone="success" icon={<Check aria-hidden strokeWidth={2.5} />}>
              {words.fine}
            </Badge>
          ) : (
            <Badge tone="danger" icon={<CircleAlert aria-hidden strokeWidth={2.5} />}>
              {words.wrong}
            </Badge>
          )}
          <span className="mt-1.5 block font-medium text-danger text-sm empty:hidden @2xl:hidden">
            {wrong.map(({ column, text }) => (
              <span key={column} className="block">
                {text}
              </span>
            ))}
          </span>
        </Cell>
      </Row>
      {/* A card has it in its last cell. */}
      {wrong.length > 0 ? (
        <Row className="hidden @2xl:hover:bg-transparent">
          <Cell className={told} />
          <Cell colSpan={5} className={cn(told, 'font-medium text-danger text-sm')}>
            {wrong.map(({ column, text }, index) => (
              <Fragment key={column}>
                {index > 0 ? ' · ' : null}
                <span id={problemId(row, column)}>{text}</span>
              </Fragment>
            ))}
          </Cell>
        </Row>
      ) : null}
    </>
  )
}

const placed = 'rounded-sm @2xl:rounded-none @2xl:py-3 @2xl:align-top'
const quiet = 'col-span-3 text-muted text-sm'
/** The line of mistakes belongs to the row above it: no line between them. */
const told = '@2xl:h-auto @2xl:border-t-0 @2xl:pt-0 @2xl:pb-3'

const columnNames: ReadonlyMap<string, string> = new Map([
  ['title', words.name],
  ['amount', words.amount],
  ['max_uses', words.uses],
  ['expires_at', words.ends],
])

function problemId({ row }: TableRow, column: string): string {
  return `row-${row}-${column.replaceAll(/\W+/g, '-')}`
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
