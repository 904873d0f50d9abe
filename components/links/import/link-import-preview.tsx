import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { Button } from '@/components/ui/button'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor, toMajor } from '@/lib/domain/money'
import { linkImports as copy } from '@/lib/messages/link-imports'
import type { Mistake, ReadRow } from './read-table'
import { RowsTable } from './rows-table'

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
      <RowsTable
        label={copy.title}
        heads={[copy.column, copy.cell, copy.correction]}
        rows={mistakes.map(({ row, column, cell, problem }) => ({
          key: `${row} ${column} ${problem}`,
          row,
          name: column || copy.none,
          value: cell || copy.none,
          note: <span className="text-danger">{problem}</span>,
        }))}
      />
    </section>
  )
}

type Props = { rows: readonly ReadRow[]; currency: string; isBusy: boolean; onCreate: () => void }

/** Renders the rows as they will become links, with every amount as it was understood. */
export function LinkImportPreview({ rows, currency, isBusy, onCreate }: Props) {
  const { locale } = useLocale()
  const number = numberFormat(locale)
  const count = number.format(rows.length)
  const sum = toMajor(
    rows.reduce((total, { minor }) => total + minor, 0),
    currency,
  )
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div role="status">
          <p className="font-semibold text-lg">{copy.ready(count, rows.length === 1)}</p>
          <p className="text-muted text-sm">
            {copy.total(`${formatMajor(sum, currency, locale)} ${currency}`)}
          </p>
        </div>
        <Button variant="primary" busy={isBusy} busyLabel={copy.starting} onClick={onCreate}>
          {copy.start(count, rows.length === 1)}
        </Button>
      </div>
      <RowsTable
        label={copy.title}
        heads={[copy.name, copy.amount, copy.terms]}
        rows={rows.map(({ row, body: { title, amount, max_uses = 1, expires_at } }) => ({
          key: String(row),
          row,
          name: title,
          value: <Amount amount={amount} currency={currency} />,
          note: (
            <>
              {copy.uses(max_uses === null ? null : number.format(max_uses), max_uses === 1)}
              {expires_at ? copy.expires : copy.never}
              {expires_at ? <DateTime iso={expires_at} variant="row" /> : null}
            </>
          ),
        }))}
      />
    </section>
  )
}
