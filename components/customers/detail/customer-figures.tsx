import { Figure, Figures } from '@/components/detail/figures'
import type { KnownTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { customerDetail } from '@/lib/messages/customer-detail'

const copy = customerDetail.figures

type Props = {
  totals: KnownTotals
  first: string | null
  last: string | null
}

/** Renders the totals of a customer's payments. `first` and `last` are instants of approved payments. */
export function CustomerFigures({ totals, first, last }: Props) {
  const number = numberFormat(useLocale().locale)
  const counts = totals?.counts ?? {}
  const [approved = 0, declined = 0, all = 0] = [counts.APPROVED, counts.FAILED, counts.ALL]
  const rest = all - approved - declined
  const unknown = <span className="text-muted">{totals === null ? common.notCounted : common.counting}</span>
  return (
    <Figures label={copy.label}>
      <Figure name={copy.collected}>
        {totals ? (
          <Amount
            amount={totals.amount}
            currency={totals.currency}
            className={approved === 0 ? 'text-muted' : ''}
          />
        ) : (
          unknown
        )}
      </Figure>
      <Figure name={copy.payments} note={totals && approved > 0 ? copy.paymentsHint : null}>
        {totals ? number.format(approved) : unknown}
      </Figure>
      <Figure name={copy.declined} note={rest > 0 ? copy.unfinished(number.format(rest)) : null}>
        {totals ? number.format(declined) : unknown}
      </Figure>
      <Figure name={copy.last} note={<First first={first} last={last} />}>
        {last ? <DateTime iso={last} /> : <span className="text-muted">{copy.none}</span>}
      </Figure>
    </Figures>
  )
}

function First({ first, last }: Pick<Props, 'first' | 'last'>) {
  if (first === null) return <span aria-hidden>{'\u00a0'}</span>
  if (first === last) return copy.onlyOne
  return (
    <>
      {copy.first} <DateTime iso={first} />
    </>
  )
}
