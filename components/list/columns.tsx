import type { ComponentProps, ReactNode } from 'react'
import { PageLink } from '@/components/navigation/page-link'
import { useLocale } from '@/components/texts/texts-provider'
import { zoneCity } from '@/components/time/format-time'
import { Cell, HeadCell, Row, rowLinkClasses, Table, TableBody, TableHead } from '@/components/ui/table'
import { cn } from '@/lib/ui/cn'

/** Container widths from which a table shows a column. */
type From = '3xl' | '4xl' | '5xl'

/** Position in a card, whose parts are in the order of the columns: left, right, or a whole line. */
type CardPosition = 'start' | 'end' | 'line' | 'none'

export type Column<Row> = {
  key: string
  label: ReactNode
  /** Heading of times with the city of the account's zone, where the table has room. */
  labelIn?: (city: string) => string
  /** Classes of the heading: the column's width. A column without one grows with its text. */
  width?: string
  align?: 'end'
  /** The narrowest container whose table shows the column. */
  from?: From
  /** Position in a card; `start` by default. A card in another order than the table has `order-…` in `className`. */
  card?: CardPosition
  className?: string | ((row: Row) => string | false)
  cell: (row: Row) => ReactNode
}

const headFrom: Record<From, string> = {
  '3xl': 'hidden @3xl:table-cell',
  '4xl': 'hidden @4xl:table-cell',
  '5xl': 'hidden @5xl:table-cell',
}
/** Hides the cell in a table that is too narrow, but not in a card. */
const cellFrom: Record<From, string> = {
  '3xl': '@2xl:hidden @3xl:table-cell',
  '4xl': '@2xl:hidden @4xl:table-cell',
  '5xl': '@2xl:hidden @5xl:table-cell',
}
const cardPositions: Partial<Record<CardPosition, string>> = { end: 'justify-self-end', line: 'col-span-2' }

/** Returns attributes of a row. Its class replaces that of cards of equal height. */
export type RowProps<Item> = (row: Item) => { className?: string; [data: `data-${string}`]: string }

type Props<Item> = {
  label: string
  columns: readonly Column<Item>[]
  rows: readonly Item[]
  /** Ids of rows that have just arrived. */
  fresh?: ReadonlySet<string>
  className?: string
  rowProps?: RowProps<Item> | undefined
}

/** Renders a table whose rows are cards on a phone. */
export function RecordTable<Item extends { id: string }>({
  label,
  columns,
  rows,
  fresh,
  className,
  rowProps,
}: Props<Item>) {
  const { timeZone } = useLocale()
  return (
    <Table label={label} {...(className ? { className } : {})}>
      <TableHead>
        {columns.map(({ key, label: name, labelIn, width, align, from }) => (
          <HeadCell
            key={key}
            title={labelIn && timeZone}
            className={cn(from && headFrom[from], width, align && 'text-right')}
          >
            {labelIn ? (
              <>
                <span className="@3xl:hidden">{name}</span>
                <span className="hidden @3xl:inline">{labelIn(zoneCity(timeZone))}</span>
              </>
            ) : (
              name
            )}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {rows.map((row) => {
          const { className: rowClass = 'record-near', ...rest } = rowProps?.(row) ?? {}
          return (
            <Row key={row.id} className={cn(rowClass, fresh?.has(row.id) && 'animate-arrive')} {...rest}>
              {columns.map(({ key, align, from, card = 'start', className: more, cell }) => (
                <Cell
                  key={key}
                  className={cn(
                    card === 'none' && from ? headFrom[from] : from && cellFrom[from],
                    cardPositions[card],
                    align && '@2xl:text-right',
                    typeof more === 'function' ? more(row) : more,
                  )}
                >
                  {cell(row)}
                </Cell>
              ))}
            </Row>
          )
        })}
      </TableBody>
    </Table>
  )
}

type RowLinkProps = Omit<ComponentProps<typeof PageLink>, 'className'> & {
  copies: string
  className?: string
}

/** Renders the link that covers a row. It is in the cell that names the object. */
export function RowLink({ copies, className, ...rest }: RowLinkProps) {
  return (
    <PageLink data-row data-copy={copies} className={cn(rowLinkClasses, className)} marksPending {...rest} />
  )
}
