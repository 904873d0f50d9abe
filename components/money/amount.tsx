'use client'

import { usePlace } from '@/components/locale/locale-provider'
import { formatMajor } from '@/lib/contract/money'
import { cn } from '@/lib/ui/cn'

type Props = {
  /** Major units, as the contract's resources carry them. */
  amount: number
  currency: string
  className?: string
}

/** As wide as a digit, so that columns stay straight; a hyphen is not. */
const MINUS = '\u2212'

/** `120.50 USD` in the person's own notation: tabular digits, the code muted, never broken over two lines. */
export function Amount({ amount, currency, className }: Props) {
  const { locale } = usePlace()
  return (
    <bdi className={cn('tnum whitespace-nowrap', className)}>
      {formatMajor(amount, currency, locale).replace('-', MINUS)}{' '}
      <span className="font-normal text-[0.85em] text-muted">{currency}</span>
    </bdi>
  )
}
