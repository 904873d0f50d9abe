import { useLocale } from '@/components/texts/texts-provider'
import { formatMajor } from '@/lib/domain/money'
import { cn } from '@/lib/ui/cn'

type Props = {
  /** Major units, as in the contract's resources. */
  amount: number
  currency: string
  className?: string
}

/** Minus sign as wide as a digit, which keeps columns aligned. */
export const MINUS = '\u2212'

/** Maximum length of an amount on one line; a longer one of another host wraps. */
const UNBROKEN_MAX = 18

/** Renders `120.50 USD` in the user's locale: tabular digits, the currency muted, on one line up to a plausible length. */
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
