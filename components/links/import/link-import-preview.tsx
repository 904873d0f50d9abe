'use client'

import { FileUp, PencilLine } from 'lucide-react'
import { useId, useState } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { HeadCell, Table, TableBody, TableHead } from '@/components/ui/table'
import { numberFormat } from '@/lib/contract/formatters'
import { formatMajor, toMajor, toMinor } from '@/lib/contract/money'
import { linkBatches } from '@/lib/messages/link-batches'
import { LinkImportPreviewRow } from './link-import-preview-row'
import type { TextPlace } from './read-records'
import type { TableRow } from './read-table'

const words = linkBatches
/** A browser draws these at once on a cheap phone; rows with mistakes are the last to be left out. */
const SHOWN_MAX = 100

type Props = {
  rows: readonly TableRow[]
  currency: string
  isBusy: boolean
  onCreate: () => void
  /** Leads to where a row's mistakes can be corrected. */
  onCorrect: (place: TextPlace) => void
}

/** Every row as it will become a link, in the order of its file. */
export function LinkImportPreview({ rows, currency, isBusy, onCreate, onCorrect }: Props) {
  const { locale } = usePlace()
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
              ? words.ready(words.rows(count, rows.length === 1))
              : words.needCorrection(number.format(wrong.length), wrong.length === 1)}
          </p>
          {sum === null ? null : (
            <p className="text-muted text-sm">
              {words.total(`${formatMajor(sum, currency, locale)} ${currency}`)}
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
              {words.wrongOnly}
            </label>
          ) : null}
          {firstWrong && right > 0 ? (
            <Button busy={isBusy} busyLabel={words.starting} onClick={onCreate}>
              {words.startReady(number.format(right), right === 1)}
            </Button>
          ) : null}
          {firstWrong ? (
            <Button
              variant="primary"
              icon={<PencilLine aria-hidden className="size-4" />}
              onClick={() => onCorrect(firstWrong.wrong)}
            >
              {words.correctRows(number.format(wrong.length), wrong.length === 1)}
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={isBusy}
              busyLabel={words.starting}
              icon={<FileUp aria-hidden className="size-4" />}
              onClick={onCreate}
            >
              {words.start(count, rows.length === 1)}
            </Button>
          )}
        </div>
      </div>
      <Table label={words.title}>
        <TableHead>
          <HeadCell className="w-12 min-w-12">{words.row}</HeadCell>
          <HeadCell>{words.name}</HeadCell>
          <HeadCell className="w-26 min-w-26 text-right">{words.amount}</HeadCell>
          <HeadCell className="w-16 min-w-16 text-right">{words.uses}</HeadCell>
          <HeadCell className="w-32 min-w-32">{words.ends}</HeadCell>
          <HeadCell className="w-29 min-w-29">{words.state}</HeadCell>
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
      {hidden > 0 ? <p className="text-muted text-sm">{words.hiddenRows(number.format(hidden))}</p> : null}
    </section>
  )
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
