import { X } from 'lucide-react'
import { PageLink } from '@/components/shell/page-link'

/** A filter that is on; the cross is a link to the list without it. */
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
      className="inline-flex min-w-0 max-w-full items-center gap-1 rounded-full border border-transparent bg-accent-soft pl-2.5 font-medium text-accent-text text-sm max-sm:-order-1"
    >
      <span dir="auto" title={label} className="min-w-0 truncate">
        {label}
      </span>
      <PageLink
        href={href}
        scroll={false}
        aria-label={removeLabel}
        className="hit flex min-w-8 items-center justify-center rounded-r-full hover:text-text focus-visible:-outline-offset-2 pointer-coarse:min-w-11"
      >
        <X aria-hidden className="size-3.5" />
      </PageLink>
    </span>
  )
}
