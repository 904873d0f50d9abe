import { brandLabel, cardBrands } from '@/lib/domain/card'

/** Renders a small card with the brand's letters in our own drawing; blank and equally large while the brand is unknown. */
export function BrandMark({ brand, silent = false }: { brand: string | null; silent?: boolean }) {
  const letters = brand && hasBrandMark(brand) ? marks[brand] : undefined
  return (
    <>
      {letters && brand && !silent ? <span className="sr-only">{brandLabel(brand)}</span> : null}
      <svg aria-hidden="true" viewBox="0 0 36 24" className="h-6 w-9 shrink-0 text-muted">
        <rect
          x="0.5"
          y="0.5"
          width="35"
          height="23"
          rx="4.5"
          fill="none"
          className={letters ? 'stroke-border-strong' : 'stroke-border'}
        />
        {letters ? (
          <text
            x="18"
            y="15.4"
            textAnchor="middle"
            className="fill-text font-bold"
            fontSize="9.5"
            letterSpacing="0.2"
          >
            {letters}
          </text>
        ) : (
          <g className="fill-border">
            <rect x="1" y="5.5" width="34" height="4" />
            <rect x="5" y="14" width="9" height="3" rx="1.5" />
          </g>
        )}
      </svg>
    </>
  )
}

/** Few letters, because we draw the marks ourselves. */
const marks: Readonly<Record<string, string>> = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DC',
  jcb: 'JCB',
  unionpay: 'UP',
}

/** Returns whether a brand has letters. The mark of any other brand is a blank card. */
export function hasBrandMark(brand: string): boolean {
  return Object.hasOwn(cardBrands, brand) && Object.hasOwn(marks, brand)
}
