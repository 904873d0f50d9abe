import { brandLabel } from '@/lib/domain/card'
import type { Translate } from '@/lib/messages/translator'

const FIRST = ['Visa', 'Mastercard', 'Amex', 'Discover']
const MORE = ['diners', 'jcb', 'unionpay'].map(brandLabel)

/** Renders the accepted brands, the most common first. The payer's pages render it on the server, without script. */
export function AcceptedBrands({ t }: { t: Translate }) {
  return (
    <span className="flex flex-wrap items-center justify-end gap-1" title={MORE.join(', ')}>
      <span className="sr-only">{t('pay.accepted')}</span>
      {FIRST.map((brand) => (
        <span key={brand} className="rounded-sm border px-1.5 font-medium">
          {brand}
        </span>
      ))}
      <span aria-hidden>+{MORE.length}</span>
      <span className="sr-only">{MORE.join(', ')}</span>
    </span>
  )
}
