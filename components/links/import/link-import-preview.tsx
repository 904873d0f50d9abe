import { FileUp } from 'lucide-react'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { Button } from '@/components/ui/button'
import { Dotted } from '@/components/ui/dotted'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor, toMajor } from '@/lib/domain/money'
import { linkImports as copy } from '@/lib/messages/link-imports'
import type { Mistake, ReadRow } from './read-table'

/** Limit for slow phones. */
const SHOWN_MAX = 100

/** Renders the wrong cells of a table. */
export function Mistakes({ mistakes }: { mistakes: readonly Mistake[] }) {
  const number = numberFormat(useLocale().locale)
  return (
    <section className="flex flex-col gap-3">
      <div role="status">
        <p className="font-semibold text-danger text-lg">
          {copy.mistakes(number.format(mistakes.length), mistakes.length === 1)}
        </p>
        <p className="text-muted text-sm">{copy.mistakesHint}</p>
      </div>
      <Table label={copy.title}>
        <TableHead>
          <HeadCell className="w-12">{copy.row}</HeadCell>
          <HeadCell>{copy.column}</HeadCell>
          <HeadCell>{copy.cell}</HeadCell>
          <HeadCell>{copy.correction}</HeadCell>
        </TableHead>
        <TableBody>
          {mistakes.slice(0, SHOWN_MAX).map(({ row, column, cell, problem }) => (
            <Row
              key={`${row} ${column} ${problem}`}
              className="min-h-0 grid-cols-[auto_auto_minmax(0,1fr)] gap-2 py-2.5"
            >
              <Cell className="tnum text-muted text-sm">{number.format(row)}</Cell>
              <Cell className="wrap-anywhere font-mono text-sm">{column || copy.none}</Cell>
              <Cell dir="auto" className="wrap-anywhere text-sm">
                {cell || copy.none}
              </Cell>
              <Cell className="wrap-anywhere col-span-full font-medium text-danger text-sm">{problem}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      <Hidden count={mistakes.length - SHOWN_MAX} />
    </section>
  )
}

type Props = { rows: readonly ReadRow[]; currency: string; isBusy: boolean; onCreate: () => void }

/** Renders the rows as they will become links, with every amount as it was understood. */
export function LinkImportPreview({ rows, currency, isBusy, onCreate }: Props) {
  const { locale } = useLocale()
  const count = numberFormat(locale).format(rows.length)
  const sum = rows.reduce((total, { minor }) => total + minor, 0)
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div role="status">
          <p className="font-semibold text-lg">{copy.ready(count, rows.length === 1)}</p>
          <p className="text-muted text-sm">
            {copy.total(`${formatMajor(toMajor(sum, currency), currency, locale)} ${currency}`)}
          </p>
        </div>
        <Button
          variant="primary"
          busy={isBusy}
          busyLabel={copy.starting}
          icon={<FileUp aria-hidden className="size-4" />}
          onClick={onCreate}
          className="max-sm:grow"
        >
          {copy.start(count, rows.length === 1)}
        </Button>
      </div>
      <Table label={copy.title}>
        <TableHead>
          <HeadCell className="w-12">{copy.row}</HeadCell>
          <HeadCell>{copy.name}</HeadCell>
          <HeadCell className="text-right">{copy.amount}</HeadCell>
          <HeadCell>{copy.terms}</HeadCell>
        </TableHead>
        <TableBody>
          {rows.slice(0, SHOWN_MAX).map((row) => (
            <PreviewRow key={row.row} row={row} currency={currency} />
          ))}
        </TableBody>
      </Table>
      <Hidden count={rows.length - SHOWN_MAX} />
    </section>
  )
}

function PreviewRow({ row: { row, body }, currency }: { row: ReadRow; currency: string }) {
  const number = numberFormat(useLocale().locale)
  const { title, amount, max_uses = 1, expires_at } = body
  return (
    <Row className="min-h-0 grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 py-2.5">
      <Cell className="tnum text-muted text-sm">{number.format(row)}</Cell>
      <Cell dir="auto" className="wrap-anywhere font-medium">
        {title}
      </Cell>
      <Cell className="text-right">
        <Amount amount={amount} currency={currency} />
      </Cell>
      <Cell className="col-span-2 col-start-2 text-muted text-sm">
        <Dotted>
          <span>{copy.uses(max_uses === null ? null : number.format(max_uses), max_uses === 1)}</span>
          <span>
            {expires_at ? copy.expires : copy.never}{' '}
            {expires_at ? <DateTime iso={expires_at} variant="row" /> : null}
          </span>
        </Dotted>
      </Cell>
    </Row>
  )
}

function Hidden({ count }: { count: number }) {
  const { locale } = useLocale()
  if (count <= 0) return null
  return <p className="text-muted text-sm">{copy.hiddenRows(numberFormat(locale).format(count))}</p>
}
