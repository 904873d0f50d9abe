import { X } from 'lucide-react'
import { PageLink } from '@/components/navigation/page-link'
import { cn } from '@/lib/ui/cn'

/** Limits the width of a chip, which keeps its cross out of the fading edge of a scrolling row. */
export const BESIDE_FADE = 'max-sm:max-w-[calc(100%-1.5rem)]'

/** Renders an active filter. Its cross is a link to the list without the filter. */
export function FilterChip({
  label,
  href,
  removeLabel,
}: {
  label: string
  href: string
  removeLabel: string
}) {
  return (
    <span
      data-set
      className={cn(
        'inline-flex min-w-0 max-w-full items-center gap-1 rounded-full border border-transparent bg-accent-soft pl-2.5 font-medium text-accent-text text-sm has-data-pending:opacity-50 max-sm:-order-1',
        BESIDE_FADE,
      )}
    >
      <span dir="auto" title={label} className="min-w-0 truncate">
        {label}
      </span>
      <PageLink
        href={href}
        scroll={false}
        marksPending
        aria-label={removeLabel}
        className="hit flex min-w-8 items-center justify-center rounded-r-full hover:text-text focus-visible:-outline-offset-2 pointer-coarse:min-w-11"
      >
        <X aria-hidden className="size-3.5" />
      </PageLink>
    </span>
  )
}
