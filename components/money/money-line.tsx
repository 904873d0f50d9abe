import { cn } from '@/lib/ui/cn'
import { Amount } from './amount'

/** Classes of a list of MoneyLines. */
export const moneyLines = 'tnum grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1.5'

type Props = {
  name: string
  /** In major units. */
  amount: number
  currency: string
  /** True for the sum of the lines above it. */
  sum?: boolean
  warns?: boolean
}

/** Renders one term of an equation of money. */
export function MoneyLine({ name, amount, currency, sum = false, warns = false }: Props) {
  return (
    <>
      <dt className={sum ? 'mt-0.5 border-t pt-2 font-medium' : warns ? 'text-warning' : 'text-muted'}>
        {name}
      </dt>
      <dd className={cn('text-right', sum && '-ml-6 mt-0.5 border-t pt-2 pl-6 font-semibold')}>
        <Amount amount={amount} currency={currency} />
      </dd>
    </>
  )
}
