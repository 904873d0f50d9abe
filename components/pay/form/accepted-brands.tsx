import { pay } from '@/lib/messages/pay'
import { BrandMark } from './brand-mark'

/** Renders the accepted brands, the most common first. The payer's pages render it on the server, without script. */
export function AcceptedBrands() {
  return (
    <span className="flex flex-wrap items-center gap-1">
      <span className="sr-only">{pay.accepted}</span>
      {Object.keys(pay.brandMarks).map((brand) => (
        <BrandMark key={brand} brand={brand} className="h-5.5 w-8.25" />
      ))}
    </span>
  )
}
