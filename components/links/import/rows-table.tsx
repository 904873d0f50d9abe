import type { ReactNode } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table'
import { numberFormat } from '@/lib/domain/formatters'
import { linkImports } from '@/lib/messages/link-imports'

/** Limit for slow phones. */
const SHOWN_MAX = 100

type Props = {
  label: string
  /** Headings of name, value and note. */
  heads: readonly [string, string, string]
  rows: readonly { key: string; row: number; name: ReactNode; value: ReactNode; note: ReactNode }[]
}

/** Renders numbered rows, on a phone with the note below name and value. */
export function RowsTable({ label, heads, rows }: Props) {
  const number = numberFormat(useLocale().locale)
  const hidden = rows.length - SHOWN_MAX
  return (
    <>
      <Table label={label}>
        <TableHead>
          {[linkImports.row, ...heads].map((head) => (
            <HeadCell key={head}>{head}</HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {rows.slice(0, SHOWN_MAX).map(({ key, row, name, value, note }) => (
            <Row
              key={key}
              className="min-h-0 grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 py-2.5 *:wrap-anywhere"
            >
              <Cell className="tnum text-muted text-sm">{number.format(row)}</Cell>
              <Cell dir="auto" className="font-medium">
                {name}
              </Cell>
              <Cell dir="auto">{value}</Cell>
              <Cell className="col-span-2 col-start-2 text-sm">{note}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {hidden > 0 ? (
        <p className="text-muted text-sm">{linkImports.hiddenRows(number.format(hidden))}</p>
      ) : null}
    </>
  )
}
