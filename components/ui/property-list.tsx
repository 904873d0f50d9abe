import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

/** Buttons in a row do not enlarge it. */
const rowClasses = 'border-border/70 border-t py-2.25 first:border-t-0'

/** Renders names and values of an object. */
export function PropertyList({ children }: { children: ReactNode }) {
  return (
    <dl data-properties className="flex flex-col">
      {children}
    </dl>
  )
}

/**
 * Renders one name and its value. `action`, usually a copy button, is at the end of the row. The name is aligned with the
 * value's first line.
 */
export function Property({
  name,
  children,
  action,
}: {
  name: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={cn(rowClasses, 'flex items-start gap-3')}>
      <dt className="w-22 shrink-0 text-muted text-sm leading-[1.375rem]">{name}</dt>
      <PropertyValue action={action}>{children}</PropertyValue>
    </div>
  )
}

/** Renders a row across the whole width, with `dt` and `PropertyValue` as children. */
export function WideProperty({ children }: { children: ReactNode }) {
  return <div className={rowClasses}>{children}</div>
}

export function PropertyValue({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <dd className="flex min-w-0 flex-1 items-start gap-2">
      <div className="min-w-0 flex-1 wrap-break-word">{children}</div>
      {action}
    </dd>
  )
}
