import { brandLabel, cardBrands } from '@/lib/domain/card'
import { cn } from '@/lib/ui/cn'

type BrandMarkProps = { brand: string | null; silent?: boolean; className?: string }

/** Renders a card's brand as a small card; blank and equally large while the brand is unknown. */
export function BrandMark({ brand, silent = false, className }: BrandMarkProps) {
  const size = cn('block h-6 w-9 shrink-0', className)
  if (brand && hasBrandMark(brand)) {
    const alt = silent ? '' : brandLabel(brand)
    // biome-ignore lint/performance/noImgElement: next/image would send its script to payers, for one small drawing.
    return <img src={`/brands.svg#${brand}`} alt={alt} width={36} height={24} className={size} />
  }
  return <span aria-hidden className={cn(size, 'rounded-sm border')} />
}

/** Returns whether a brand has a mark. Any other brand of another host is a blank card. */
export function hasBrandMark(brand: string): boolean {
  return Object.hasOwn(cardBrands, brand)
}
