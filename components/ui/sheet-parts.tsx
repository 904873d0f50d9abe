import type { ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

/** Renders the handle of a sheet on a phone. */
export function SheetHandle({ className = 'sm:hidden' }: { className?: string }) {
  return (
    <span aria-hidden className={cn('mx-auto mt-2 block h-1 w-9 rounded-full bg-border-strong', className)} />
  )
}

/** Renders the sticky buttons of a sheet, the safe one first; on a phone the last fills the remaining width. */
export function SheetFooter({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={cn(
        'flex shrink-0 flex-wrap justify-end gap-2 px-5 pb-5 max-sm:border-t max-sm:pt-3 max-sm:*:last:grow',
        className,
      )}
    >
      {children}
    </div>
  )
}
