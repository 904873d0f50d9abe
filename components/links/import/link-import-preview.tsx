'use client'

import { FileUp, PencilLine } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { HeadCell, Table, TableBody, TableHead } from '@/components/ui/table'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor, toMajor, toMinor } from '@/lib/domain/money'
import { linkImports } from '@/lib/messages/link-imports'
import { LinkImportPreviewRow } from './link-import-preview-row'
import type { TextRange } from './read-records'
import type { TableRow } from './read-table'

const copy = linkImports
/** Limit for slow phones. Rows with mistakes are shown first. */
const SHOWN_MAX = 100

type Props = {
  rows: readonly TableRow[]
  currency: string
  isBusy: boolean
  onCreate: () => void
  /** Moves the focus to a mistake in the table's text. */
  onCorrect: (range: TextRange) => void
}

/** Renders the rows in the order of the file, as they will become links. */
export function LinkImportPreview({ rows, currency, isBusy, onCreate, onCorrect }: Props) {
  const { locale } = useLocale()
  const boxId = useId()
  const [wrongOnly, setWrongOnly] = useState(false)
  const number = numberFormat(locale)
  const wrong = rows.filter(({ input }) => input === null)
  const [firstWrong] = wrong
  const right = rows.length - wrong.length
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
              ? copy.ready(copy.rows(count, rows.length === 1))
              : copy.needCorrection(number.format(wrong.length), wrong.length === 1)}
          </p>
          {sum === null ? null : (
            <p className="text-muted text-sm">
              {copy.total(`${formatMajor(sum, currency, locale)} ${currency}`)}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-3 max-sm:*:[button]:grow">
          {wrong.length > 0 && right > 0 ? (
            <label
              htmlFor={boxId}
              className="hit flex cursor-pointer items-center gap-2.5 text-sm max-sm:basis-full"
            >
              <Checkbox
                id={boxId}
                checked={wrongOnly}
                onChange={(event) => setWrongOnly(event.target.checked)}
              />
              {copy.wrongOnly}
            </label>
          ) : null}
          {firstWrong && right > 0 ? (
            <Button busy={isBusy} busyLabel={copy.starting} onClick={onCreate}>
              {copy.startReady(number.format(right), right === 1)}
            </Button>
          ) : null}
          {firstWrong ? (
            <Button
              variant="primary"
              icon={<PencilLine aria-hidden className="size-4" />}
              onClick={() => onCorrect(firstWrong.wrong)}
            >
              {copy.correctRows(number.format(wrong.length), wrong.length === 1)}
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={isBusy}
              busyLabel={copy.starting}
              icon={<FileUp aria-hidden className="size-4" />}
              onClick={onCreate}
            >
              {copy.start(count, rows.length === 1)}
            </Button>
          )}
        </div>
      </div>
      <Table label={copy.title}>
        <TableHead>
          <HeadCell className="w-12 min-w-12">{copy.row}</HeadCell>
          <HeadCell>{copy.name}</HeadCell>
          <HeadCell className="w-26 min-w-26 text-right">{copy.amount}</HeadCell>
          <HeadCell className="w-16 min-w-16 text-right">{copy.uses}</HeadCell>
          <HeadCell className="w-32 min-w-32">{copy.ends}</HeadCell>
          <HeadCell className="w-29 min-w-29">{copy.state}</HeadCell>
        </TableHead>
        <TableBody>
          {shown.map((row) => (
            <LinkImportPreviewRow
              key={row.row}
              row={row}
              currency={currency}
              onCorrect={() => onCorrect(row.wrong)}
            />
          ))}
        </TableBody>
      </Table>
      {hidden > 0 ? <p className="text-muted text-sm">{copy.hiddenRows(number.format(hidden))}</p> : null}
    </section>
  )
}

/** Returns the sum in major units; null while a row has a mistake. The addition is in minor units. */
function totalOf(rows: readonly TableRow[], currency: string): number | null {
  let sum = 0
  for (const { input } of rows) {
    const minor = input ? toMinor(input.amount, currency) : null
    if (!minor?.ok) return null
    sum += minor.minor
  }
  return toMajor(sum, currency)
}
