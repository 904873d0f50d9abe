'use client'

import { useLocale } from '@/components/locale/locale-provider'
import { formatMajor } from '@/lib/domain/money'
import { cn } from '@/lib/ui/cn'

type Props = {
  /** Major units, as the contract's resources carry them. */
  amount: number
  currency: string
  className?: string
}

/** As wide as a digit, so that columns stay straight; a hyphen is not. */
const MINUS = '\u2212'

/** Characters of what a shop takes. No till writes more, but another host may: that is broken rather than cut. */
const UNBROKEN_MAX = 18

/** `120.50 USD` in the person's own notation: tabular digits, the code muted, on one line as long as it is money. */
export function Amount({ amount, currency, className }: Props) {
  const { locale } = useLocale()
  const text = formatMajor(amount, currency, locale).replace('-', MINUS)
  return (
    <bdi
      className={cn('tnum', text.length > UNBROKEN_MAX ? 'wrap-anywhere' : 'whitespace-nowrap', className)}
    >
      {`${text} `}
      <span className="currency">{currency}</span>
    </bdi>
  )
}
