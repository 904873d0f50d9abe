import { Check, CircleAlert } from 'lucide-react'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Dotted } from '@/components/ui/dotted'
import { Cell, Row } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { numberFormat } from '@/lib/domain/formatters'
import { linkImports } from '@/lib/messages/link-imports'
import { cn } from '@/lib/ui/cn'
import type { TableRow } from './read-table'

const copy = linkImports

type Props = { row: TableRow; currency: string; onCorrect: () => void }

/**
 * Renders one row of a link import: valid values formatted, others as typed, with a line below for each mistake. On a card
 * uses and expiry are one sentence under the title.
 */
export function LinkImportPreviewRow({ row, currency, onCorrect }: Props) {
  const { locale } = useLocale()
  const number = numberFormat(locale)
  const { input, cells, problems, values } = row
  const wrong = Object.entries(problems).map(([column, problem]) => ({
    column,
    text: column === 'row' ? problem : copy.problemOf(columnNames.get(column) ?? column, problem),
  }))
  const describedBy = (...columns: string[]) => {
    const ids = columns.filter((column) => problems[column]).map((column) => problemId(row, column))
    return ids.length > 0 ? { 'aria-describedby': ids.join(' ') } : {}
  }
  const look = (column: string) => cn(cellBox, problems[column] && '@2xl:bg-danger-soft')
  const typed = (column: string) => (
    <span className={cn('wrap-anywhere', problems[column] && marked)}>{cells[column] || copy.missing}</span>
  )
  return (
    <>
      <Row
        className={cn(
          'min-h-0 grid-cols-[minmax(1rem,auto)_minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 py-2.5',
          wrong.length > 0 && '@2xl:hover:bg-transparent',
        )}
      >
        <Cell className={cn(cellBox, 'tnum text-muted text-sm')}>{number.format(row.row)}</Cell>
        <Cell {...describedBy('title')} className={cn(look('title'), '@2xl:w-[99%] @2xl:min-w-28')}>
          <span dir="auto" className="wrap-anywhere line-clamp-4 font-medium" title={cells.title}>
            {typed('title')}
          </span>
        </Cell>
        <Cell {...describedBy('amount')} className={cn(look('amount'), 'text-right')}>
          {values.amount === undefined ? (
            typed('amount')
          ) : (
            <Amount amount={values.amount} currency={currency} />
          )}
        </Cell>
        <Cell {...describedBy('max_uses')} className={cn(look('max_uses'), column, 'text-right')}>
          {values.max_uses === undefined
            ? typed('max_uses')
            : values.max_uses === null
              ? copy.unlimited
              : number.format(values.max_uses)}
        </Cell>
        <Cell {...describedBy('expires_at')} className={cn(look('expires_at'), column)}>
          {values.expires_at === undefined ? (
            typed('expires_at')
          ) : values.expires_at === null ? (
            copy.noEnd
          ) : (
            <DateTime iso={values.expires_at} variant="row" />
          )}
        </Cell>
        <Cell
          {...describedBy('max_uses', 'expires_at')}
          className="col-start-2 self-center text-pretty text-muted text-sm @2xl:hidden"
        >
          <Dotted>
            <span>
              {values.max_uses === undefined ? (
                <>
                  {copy.uses}: {typed('max_uses')}
                </>
              ) : (
                copy.usesSentence(
                  values.max_uses === null ? null : number.format(values.max_uses),
                  values.max_uses === 1,
                )
              )}
            </span>
            <span>
              {values.expires_at === undefined ? (
                <>
                  {copy.expirySentence}: {typed('expires_at')}
                </>
              ) : values.expires_at === null ? (
                copy.noExpirySentence
              ) : (
                <>
                  {copy.expirySentence} <DateTime iso={values.expires_at} variant="row" />
                </>
              )}
            </span>
          </Dotted>
        </Cell>
        <Cell className={cn(cellBox, 'justify-self-end text-sm @2xl:py-2.5')}>
          {input ? (
            <Badge tone="success" icon={<Check aria-hidden strokeWidth={2.5} />}>
              {copy.fine}
            </Badge>
          ) : (
            <Badge tone="danger" icon={<CircleAlert aria-hidden strokeWidth={2.5} />}>
              {copy.wrong}
            </Badge>
          )}
        </Cell>
        {wrong.length > 0 ? (
          <Cell className="col-span-2 col-start-2 @2xl:hidden">
            <div className="flex items-end justify-between gap-3 text-sm">
              <div className="min-w-0 flex-1 font-medium text-danger">
                {wrong.map(({ column, text }) => (
                  <span key={column} className="block">
                    {text}
                  </span>
                ))}
              </div>
              <div className={action}>
                <Correct row={row} onCorrect={onCorrect} />
              </div>
            </div>
          </Cell>
        ) : null}
      </Row>
      {/* A card has the button in its last cell. */}
      {wrong.length > 0 ? (
        <Row className="@max-2xl:hidden @2xl:hover:bg-transparent">
          <Cell className={mistakeCell} />
          <Cell colSpan={4} className={cn(mistakeCell, '@2xl:align-top font-medium text-danger text-sm')}>
            {wrong.map(({ column, text }) => (
              <span key={column} id={problemId(row, column)} className="block">
                {text}
              </span>
            ))}
          </Cell>
          <Cell className={cn(mistakeCell, '@2xl:align-top text-sm')}>
            <div className={action}>
              <Correct row={row} onCorrect={onCorrect} />
            </div>
          </Cell>
        </Row>
      ) : null}
    </>
  )
}

function Correct({ row: { row }, onCorrect }: Pick<Props, 'row' | 'onCorrect'>) {
  return (
    <TextLink className="hit inline-flex shrink-0 items-center">
      <button type="button" aria-label={copy.correctRow(row)} onClick={onCorrect}>
        {copy.correct}
      </button>
    </TextLink>
  )
}

/** The button's touch area does not enlarge the row. */
const action = '-my-1.5 pointer-coarse:-my-3 flex'
const cellBox = 'rounded-sm @2xl:rounded-none @2xl:py-3 @2xl:align-top'
/** Cells of a wide table only. */
const column = 'hidden text-muted text-sm @2xl:table-cell'
/** Marks the typed text on a card, and the cell in a table. */
const marked = 'rounded-sm bg-danger-soft box-decoration-clone px-1 @2xl:bg-transparent @2xl:px-0'
/** No line between a row and its mistakes. */
const mistakeCell = '@2xl:h-auto @2xl:border-t-0 @2xl:pt-0 @2xl:pb-3'

const columnNames: ReadonlyMap<string, string> = new Map([
  ['title', copy.name],
  ['amount', copy.amount],
  ['max_uses', copy.uses],
  ['expires_at', copy.ends],
])

function problemId({ row }: TableRow, column: string): string {
  return `row-${row}-${column.replaceAll(/\W+/g, '-')}`
}
