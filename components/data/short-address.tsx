import { cn } from '@/lib/ui/cn'

/** Characters of the end that stay visible, enough to distinguish two addresses of one host. */
const TAIL = 8

/** Renders an address on one line, with an ellipsis in its middle if it is too long, and in full as its title. */
export function ShortAddress({ address, className }: { address: string; className?: string }) {
  return (
    <span title={address} className={cn('flex min-w-0 font-mono text-xs', className)}>
      <span className="min-w-0 truncate">{address.slice(0, -TAIL)}</span>
      <span className="shrink-0">{address.slice(-TAIL)}</span>
    </span>
  )
}
