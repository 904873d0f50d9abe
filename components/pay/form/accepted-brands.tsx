import { BrandMark } from '@/components/ui/brand-mark'
import type { Translate } from '@/lib/messages/translator'

/** Accepted brands, the most common first. */
const BRANDS = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'] as const

/** Renders the accepted brands. The payer's pages render it on the server, without script. */
export function AcceptedBrands({ t }: { t: Translate }) {
  return (
    <span className="flex flex-wrap items-center justify-end gap-1">
      <span className="sr-only">{t('pay.accepted')}</span>
      {BRANDS.map((brand) => (
        <BrandMark key={brand} brand={brand} className="h-5 w-7.5" />
      ))}
    </span>
  )
}
